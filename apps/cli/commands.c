/* SPDX-License-Identifier: MIT */
/* The table of commands: the only place where they are listed. The parser, the help, the manual
 * page and the completion are made from it. */
#include "command.h"
#include "files.h"
#include "findings.h"
#include "kinds.h"

#define ROWS(array) array, sizeof(array) / sizeof((array)[0])
#define NO_ROWS NULL, 0

#define FROM_OPTION                                                                                \
    {                                                                                              \
        "from", 0, "FORMAT", FILES_FORMAT_CHOICES,                                                 \
            "read as obj, stl, ply or off; without it the contents tell"                           \
    }
#define WRITE_OPTIONS                                                                              \
    {"format", 0, "FORMAT", FILES_FORMAT_CHOICES,                                                  \
     "write obj, stl, ply or off; without it the name's ending tells"},                            \
        {"text", 0, NULL, NULL, "STL and PLY: text instead of binary"}, {                          \
        "float", 0, NULL, NULL, "PLY: 32-bit instead of 64-bit numbers (binary STL always has 32)" \
    }

/* ---- info --------------------------------------------------------------------------------- */

static const char info_details[] =
    "Examines meshes and says what is wrong with them: how many, and the number of the first.\n"
    "Nothing is changed and nothing is refused but files that cannot be read, such as one with a\n"
    "face that names a missing vertex. Counts are exact. Vertices and triangles are numbered from\n"
    "0; polygons count as the triangles of their fans. The last lines say what it means.\n"
    "\n"
    "FILE is OBJ, STL, PLY or OFF; \"-\" is standard input. A file that cannot be read does not\n"
    "stop the others; the exit status is the worst of all. It is 0 whatever was found, 1 if\n"
    "--fail-on names it, 5 if --self ended at its budget (by default 10,000,000 tests and 1,000\n"
    "more per triangle); the count is then only what was found. An STL has three vertices of its\n"
    "own for each triangle: --weld makes equal ones one before anything is counted. With --json:\n"
    "one object a file, one a line.\n";

static const cli_option info_options[] = {
    {"fail-on", 0, "LIST", FINDING_CHOICES, "exit with 1 where one of these is found"},
    {"self", 0, NULL, NULL, "also look for triangles that meet where they should not"},
    {"budget", 0, "N", NULL, "end --self after so many box and triangle tests"},
    {"weld", 0, NULL, NULL, "make equal vertices one first"},
    FROM_OPTION,
};

static const cli_example info_examples[] = {
    {"tact info part.stl --weld", "is it closed?"},
    {"tact info --self part.ply", "does it cross itself?"},
    {"tact info --fail-on nan,not-closed *.obj >report.txt", "a gate in a build"},
    {"tact info -q --fail-on any part.ply || echo look at it", "in a script"},
    {"tact info --json *.ply | jq -c '[.file, .volume]'", "for other programs"},
    {"gunzip -c part.obj.gz | tact info -", "from a pipe"},
};

/* ---- make --------------------------------------------------------------------------------- */

static const char make_details[] =
    "Makes a mesh and writes it. KIND is one of those that 'tact make --list' shows with their\n"
    "parameters and defaults; 'tact make KIND --list' says what the values must fulfil. Closed\n"
    "meshes are closed exactly, with normals outward and without self-intersection. The same\n"
    "command makes the same file, bit for bit.\n"
    "\n"
    "--triangles chooses the resolution whose number of triangles is nearest. FILE ends in .obj,\n"
    ".stl, .ply or .off, or --format says what it is; \"-\" is standard output. A file is written\n"
    "under another name and renamed when it is whole. Counts may be written as 1e6.\n";

static const cli_option make_options[] = {
    {"output", 'o', "FILE", NULL, "where to write; \"-\" is standard output"},
    {"list", 0, NULL, NULL, "list the kinds, their parameters and defaults"},
    {"triangles", 'n', "N", NULL, "choose the resolution nearest to N triangles"},
    WRITE_OPTIONS,
    {"radius", 0, "R", NULL, "radius of a ball or cylinder, or of a bolt's shaft"},
    {"size", 0, "S", NULL, "edges x,y,z, or one number for all"},
    {"width", 0, "X", NULL, "extent along x"},
    {"height", 0, "H", NULL, "extent along z (of a cloth: along y)"},
    {"length", 0, "L", NULL, "length of a bolt's shaft"},
    {"thickness", 0, "H", NULL, "of a gear, along z"},
    {"major-radius", 0, "R", NULL, "from the axis to the middle of the ring"},
    {"minor-radius", 0, "R", NULL, "of the ring itself"},
    {"tube-radius", 0, "R", NULL, "of the tube along a knot"},
    {"outer-radius", 0, "R", NULL, "of a tube, or at the tips of a gear"},
    {"inner-radius", 0, "R", NULL, "of a tube's hole"},
    {"root-radius", 0, "R", NULL, "of a gear between its teeth"},
    {"bore-radius", 0, "R", NULL, "of a gear's hole"},
    {"head-radius", 0, "R", NULL, "to the corners of a bolt's head"},
    {"head-height", 0, "H", NULL, "of a bolt's head"},
    {"thread-depth", 0, "D", NULL, "of a bolt's thread"},
    {"pitch", 0, "D", NULL, "rise of a bolt's thread a turn"},
    {"amplitude", 0, "D", NULL, "of a blob's noise"},
    {"seed", 0, "N", NULL, "of a blob's or terrain's noise"},
    {"teeth", 0, "N", NULL, "of a gear"},
    {"p", 0, "N", NULL, "turns of a knot around the axis"},
    {"q", 0, "N", NULL, "turns of a knot around the ring"},
    {"level", 0, "N", NULL, "of a sponge: how often holes are cut"},
    {"frequency", 0, "N", NULL, "parts that an icosahedron's edges are cut into"},
    {"meridians", 0, "N", NULL, "of a UV sphere"},
    {"rings", 0, "N", NULL, "of a UV sphere: steps from pole to pole"},
    {"major-count", 0, "N", NULL, "steps around a torus"},
    {"minor-count", 0, "N", NULL, "steps around the ring of a torus"},
    {"along", 0, "N", NULL, "steps along a knot"},
    {"around", 0, "N", NULL, "steps around the tube of a knot"},
    {"cells", 0, "N", NULL, "squares along an edge"},
    {"segments", 0, "N", NULL, "steps around a cylinder, tube, bolt or hole"},
    {"rows", 0, "N", NULL, "steps along the height; rows of holes or squares"},
    {"columns", 0, "N", NULL, "columns of holes or squares"},
    {"detail", 0, "N", NULL, "steps along each side of a gear's tooth"},
};

static const cli_example make_examples[] = {
    {"tact make gear -o gear.ply", "with all defaults"},
    {"tact make gear --teeth 40 --triangles 1e6 -o gear.ply", "a million triangles"},
    {"tact make torus-knot --p 3 --q 7 --tube-radius 0.1 -o knot.obj", "another knot"},
    {"tact make box --size 2,3,1 --cells 1 -o box.off", "twelve triangles"},
    {"tact make blob --seed 7 -o - --format stl | tact info --weld -", "through a pipe"},
    {"tact make --list", "all kinds"},
};

/* ---- convert ------------------------------------------------------------------------------ */

static const char convert_details[] =
    "Reads IN and writes OUT in the format that its name ends in: .obj, .stl, .ply or .off. \"-\" "
    "is\n"
    "standard input or output; OUT then needs --format. The format of IN is told by its contents.\n"
    "\n"
    "Order and number of triangles stay, and with OBJ, OFF and PLY every bit of the coordinates\n"
    "(without --float). Polygons become triangles. STL has no shared vertices, which --weld finds\n"
    "again when it is read, and in binary it stores 32-bit numbers: coordinates are rounded.\n"
    "NaN and infinity are refused, with the number of the vertex; 'tact info' counts them.\n"
    "OUT is written under another name and renamed when it is whole.\n";

static const cli_option convert_options[] = {
    FROM_OPTION,
    WRITE_OPTIONS,
    {"weld", 0, NULL, NULL, "make equal vertices one"},
    {"scale", 0, "S", NULL, "multiply all coordinates, as 0.001 from mm to m"},
    {"move", 0, "X,Y,Z", NULL, "then add this to them"},
};

static const cli_example convert_examples[] = {
    {"tact convert part.stl part.ply --weld", "give it shared vertices"},
    {"tact convert part.obj part.stl --text", "text, for a look at it"},
    {"tact convert --scale 0.001 --move 0,0,-1.5 mm.stl m.ply", "other units, another place"},
    {"tact convert --format off part.obj - | less", "to a pipe"},
};

/* ---- hull --------------------------------------------------------------------------------- */

static const char hull_details[] =
    "The convex hull of all vertices of a mesh, exactly: every vertex of IN lies in it, and faces\n"
    "that lie in one plane are one face. Points in one plane, on one line or all equal are "
    "served;\n"
    "the hull is then a polygon, a segment or a point. The triangles of IN do not matter.\n"
    "\n"
    "OUT gets the hull as a closed mesh; faces of more than three sides become triangles. Without\n"
    "-o nothing is written. Volume and center are rounded.\n";

static const cli_option hull_options[] = {
    {"output", 'o', "FILE", NULL, "write the hull as a mesh; \"-\" is standard output"},
    FROM_OPTION,
    WRITE_OPTIONS,
};

static const cli_example hull_examples[] = {
    {"tact hull part.stl -o hull.ply", "wrap it"},
    {"tact hull part.obj", "how many faces, and how large"},
    {"tact hull --json part.ply | jq .volume", "for other programs"},
    {"tact hull scan.ply -o - --format obj | tact info -", "to a pipe"},
};

/* ---- collide, classify, contacts, distance, depth ----------------------------------------- */

#define SHAPE_DETAILS                                                                              \
    "A and B are mesh files or shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl; 'tact "     \
    "help\nshapes' lists them. Shapes are solid.\n"

#define POSE_DETAILS                                                                               \
    "Meshes stand as they are in their files, or where options put them: turned first, then "      \
    "moved.\nA pose is 12 numbers, three rows of a rotation and a translation, row by row. "       \
    "--poses\nreads many: 24 numbers a line, a pose of A and one of B; blank lines and what "      \
    "follows a #\nare skipped. Each line is answered as soon as it is there, with its number. "    \
    "Numbers are\ndecimal or hexadecimal (0x1.8p-4), split by commas or blanks.\n"

#define POSE_OPTIONS                                                                               \
    {"pose-a", 0, "POSE", NULL, "where A stands: 12 numbers"},                                     \
        {"pose-b", 0, "POSE", NULL, "where B stands: 12 numbers"},                                 \
        {"rotate-a", 0, "AXIS,DEG", NULL, "turn A around x, y, z or a vector"},                    \
        {"rotate-b", 0, "AXIS,DEG", NULL, "turn B around x, y, z or a vector"},                    \
        {"move-a", 0, "X,Y,Z", NULL, "then move A"}, {"move-b", 0, "X,Y,Z", NULL, "then move B"},  \
    {                                                                                              \
        "poses", 0, "FILE", NULL, "a question for each line of 24 numbers"                         \
    }

#define PROOF_OPTION                                                                               \
    { "proof", 0, "FILE", NULL, "write why the answer is right, for 'tact verify'" }

#define QUESTION_OPTIONS                                                                           \
    {"budget", 0, "N", NULL, "give up after so many box and triangle tests"},                      \
        {"threads", 0, "N", NULL, "how many; 0, the default, is one a processor"},                 \
        {"time", 0, NULL, NULL, "print on stderr what took how long"}, FROM_OPTION

static const char collide_details[] =
    "Whether two meshes touch, and one contact where they do. The answer is exact for the\n"
    "coordinates of the files, or for those that the poses make of them; touching is contact.\n"
    "Meshes are surfaces: one inside the other is apart, unless --solid fills both. Filled meshes\n"
    "must be watertight. " SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 1 where they touch (with --poses: on any line), 0 where they are apart, 5\n"
    "where --budget ended before either was known.\n";

static const cli_option collide_options[] = {
    {"solid", 0, NULL, NULL, "watertight meshes are filled: inside is contact too"},
    PROOF_OPTION,
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example collide_examples[] = {
    {"tact collide housing.stl gear.stl", "do they touch as they stand?"},
    {"tact collide plate.obj bolt.obj --move-b 0,0,-0.5 --rotate-b z,30", "with B elsewhere"},
    {"tact collide --solid tank.ply robot.ply", "is one inside the other?"},
    {"tact collide part.stl box:1,2,3 --move-b 0,0,1", "does it reach into a box?"},
    {"tact collide part.stl half-space:0,0,1,0", "does it reach below z = 0?"},
    {"tact collide -q part.ply tool.ply --pose-b \"1,0,0,5 0,1,0,0 0,0,1,0\" || echo hit",
     "in a script"},
    {"planner | tact collide --json robot.ply cell.ply --poses - | jq .colliding",
     "a stream of poses, answered line by line"},
};

static const char classify_details[] =
    "How two solids relate: apart, touching (they share points, but nothing inside), crossing, A\n"
    "in B, B in A, or identical (the same triangles). Two watertight meshes that do not cross\n"
    "themselves are always decided, exactly for the coordinates of the files, or for those that\n"
    "the poses make of them. For an open mesh inside is where its winding number exceeds one\n"
    "half, and the answer is called an estimate. Where the surfaces do not meet, the clearance is\n"
    "told too. " SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 0 where the solids are apart, 1 for any other relation (with --poses: on\n"
    "any line), 5 where it is undecided, and why is said: --budget ended, the winding number of\n"
    "an open mesh is over 1/4 away from a whole number, or a mesh crosses itself.\n";

static const cli_option classify_options[] = {
    {"no-clearance", 0, NULL, NULL, "do not measure how far apart they are"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example classify_examples[] = {
    {"tact classify housing.stl gear.stl", "apart, touching, or do they overlap?"},
    {"tact classify shell.ply core.ply --json | jq -r .relation", "in one word"},
    {"tact classify wall1.obj wall2.obj --move-b 0,0,0.05", "with B elsewhere"},
    {"tact classify part.stl cylinder:0.5,2", "does it fit into a bore?"},
    {"tact classify -q part.ply tool.ply || echo not apart", "in a script"},
    {"tact classify robot.ply cell.ply --poses path.txt --no-clearance", "along a path"},
};

static const char contacts_details[] =
    "All pairs of triangles of A and B that touch: how many, and the first of them with what they\n"
    "have in common. Pairs are sorted by the triangle of A, then of B; triangles are numbered\n"
    "from 0 in the order of the file. Which pairs touch is exact; points are rounded.\n"
    "\n" SHAPE_DETAILS "Beside a shape the triangles of the mesh that touch it are listed, and "
    "--curves is not served.\n"
    "\n"
    "--curves links what the pairs have in common: curves where the surfaces cross or touch along\n"
    "a line, patches where they lie in one plane, points where they touch in a point alone. -o\n"
    "writes them to a file: .ply with edges and faces, .obj with l, p and f, or .csv with a row\n"
    "for each point. The file is written under another name and renamed when it is whole.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 where there is a contact (with --poses: on any line), 0 where there is\n"
    "none, 5 where --budget ended before any was known.\n";

static const cli_option contacts_options[] = {
    {"list", 0, NULL, NULL, "all pairs, with --json all their points"},
    {"curves", 0, NULL, NULL, "link them: how many curves, how long, what area"},
    {"output", 'o', "FILE", NULL, "write curves and patches; .ply, .obj or .csv"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example contacts_examples[] = {
    {"tact contacts housing.stl gear.stl", "how many, and the first ten"},
    {"tact contacts --list a.ply b.ply | less", "all of them"},
    {"tact contacts --json --list a.ply b.ply | jq -c '.contacts[] | [.a, .b]'",
     "the pairs for another program"},
    {"tact contacts --curves hull.ply pipe.ply", "how long is the weld?"},
    {"tact contacts hull.ply pipe.ply -o weld.obj", "the curves for a viewer or CAD"},
    {"tact contacts hull.ply pipe.ply -o weld.csv -q; column -ts, weld.csv", "their points"},
    {"tact contacts door.obj frame.obj --rotate-a z,30 --time", "with the door ajar"},
    {"tact contacts part.stl sphere:0.1 --move-b 1,2,3 --list", "the triangles near a point"},
};

static const char distance_details[] =
    "How far apart two meshes are, and where. The distance is 0 if and only if they touch,\n"
    "exactly; otherwise it is rounded, and the true one lies between the two bounds. --error\n"
    "trades accuracy for time: 0.01 allows a distance up to 1 % too large. --within asks only\n"
    "whether they come that near, --greedy for a lower bound; both are faster.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 0, but with --within 1 where they come within (with --poses: on any\n"
    "line), and 5 where that is not known: --budget ended, or the distance is R up to rounding.\n";

static const cli_option distance_options[] = {
    {"solid", 0, NULL, NULL, "watertight meshes are filled: inside, it is 0"},
    {"within", 0, "R", NULL, "exit with 1 where the distance is R or less"},
    {"greedy", 0, NULL, NULL, "a lower bound only, quickly"},
    {"error", 0, "REL", NULL, "may be too large by this fraction of itself"},
    PROOF_OPTION,
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example distance_examples[] = {
    {"tact distance bolt.ply plate.ply", "how far, and between which triangles"},
    {"tact distance pipe.obj duct.obj --within 0.05 || echo too close", "a clearance check"},
    {"tact distance a.ply b.ply --error 0.01 --time", "to one percent, faster"},
    {"tact distance --json a.ply b.ply --move-b 0,0,0x1p-3 | jq .distance", "for programs"},
    {"tact distance robot.ply cell.ply --poses path.txt --threads 4", "along a path"},
    {"tact distance sphere:0.5 capsule:1,0.2 --rotate-b x,90 --move-b 2,0,0", "of two shapes"},
    {"tact distance part.stl point:1,2,3", "from a point"},
};

static const char depth_details[] =
    "How deep two convex shapes are in each other: the length of the shortest move of B that\n"
    "parts them, and its direction. The depth is rounded, and the true one lies between the two\n"
    "bounds; whether they touch is exact between points, segments, triangles, boxes, hulls,\n"
    "spheres and capsules. --points adds up to four points where they touch, with one normal, as\n"
    "physics engines want them.\n"
    "\n"
    "A and B are shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl; 'tact help shapes' lists\n"
    "them. For a mesh there is no depth, but for its convex hull, hull:FILE, there is.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 where they touch (with --poses: on any line), 0 where they are apart, 5\n"
    "where rounding hides it.\n";

static const cli_option depth_options[] = {
    {"points", 0, NULL, NULL, "up to four points where they touch, and the normal"},
    {"margin", 0, "D", NULL, "with --points: also points up to this far apart"},
    POSE_OPTIONS,
    {"threads", 0, "N", NULL, "how many; 0, the default, is one a processor"},
    {"time", 0, NULL, NULL, "print on stderr what took how long"},
    FROM_OPTION,
};

static const cli_example depth_examples[] = {
    {"tact depth box:1,1,1 sphere:0.5 --move-b 0.8,0,0", "how deep, and which way out"},
    {"tact depth hull:a.stl hull:b.stl --move-b 0,0,2 --json | jq .depth", "of two parts"},
    {"tact depth box:4,4,0.1 box:1,1,1 --move-b 0,0,0.5 --points", "what the box stands on"},
};

/* ---- ray, nearest ------------------------------------------------------------------------- */

#define PROBE_OPTIONS                                                                              \
    {"threads", 0, "N", NULL, "how many; 0, the default, is one a processor"},                     \
        {"time", 0, NULL, NULL, "print on stderr what took how long"}, FROM_OPTION

#define LINE_DETAILS                                                                               \
    "blank lines and what follows a # are\nskipped. Each line is answered as soon as it is "       \
    "there, with its number. Numbers are decimal\nor hexadecimal (0x1.8p-4), split by commas or "  \
    "blanks.\n"

static const char ray_details[] =
    "What a ray meets first, or with --all everything that it meets. A point of the ray is\n"
    "from + t direction, t from 0 on; --to aims it at a point, which is at t = 1. Whether a\n"
    "triangle is hit is exact for these numbers: no ray slips between triangles that share an\n"
    "edge. Touching is hitting; t is rounded.\n"
    "\n"
    "--rays reads many: 6 numbers a line, where it starts and its direction; " LINE_DETAILS "\n"
    "The exit status is 1 where something is hit (with --rays: on any line), 0 where nothing is.\n";

static const cli_option ray_options[] = {
    {"origin", 0, "X,Y,Z", NULL, "where the ray starts"},
    {"to", 0, "X,Y,Z", NULL, "a point that it runs through"},
    {"direction", 'd', "X,Y,Z", NULL, "or its direction, of any length"},
    {"max", 0, "T", NULL, "what is beyond this t does not count"},
    {"all", 0, NULL, NULL, "all hits in order"},
    {"rays", 0, "FILE", NULL, "a question for each line of 6 numbers"},
    PROBE_OPTIONS,
};

static const cli_example ray_examples[] = {
    {"tact ray part.ply --origin 0,0,10 --direction 0,0,-1", "what lies below?"},
    {"tact ray wall.obj --origin 0,0,1 --to 5,2,1 --max 1 -q && echo in sight",
     "is anything between two points?"},
    {"tact ray part.stl --origin 0,0,9 -d 0,0,-1 --all", "every layer"},
    {"scanner | tact ray --json part.ply --rays - | jq .t", "a stream of rays"},
};

static const char nearest_details[] =
    "The point of a mesh that is nearest to a point, how far it is, and on which triangle it\n"
    "lies. The distance is 0 if and only if the point is on the mesh, exactly; otherwise it is\n"
    "rounded, and the true one lies between the two bounds.\n"
    "\n"
    "--points reads many: 3 numbers a line; " LINE_DETAILS "\n"
    "The exit status is 0, but with --within 1 where the mesh is that near (with --points: on\n"
    "any line).\n";

static const cli_option nearest_options[] = {
    {"point", 'p', "X,Y,Z", NULL, "where to look from"},
    {"within", 0, "R", NULL, "look no further, and exit with 1 where there is something"},
    {"points", 0, "FILE", NULL, "a question for each line of 3 numbers"},
    PROBE_OPTIONS,
};

static const cli_example nearest_examples[] = {
    {"tact nearest part.ply --point 1,2,3", "how far, and where"},
    {"tact nearest part.ply -p 1,2,3 --within 0.1 -q || echo near", "in a script"},
    {"tact nearest --json part.ply --points scan.txt --time | jq .distance", "a cloud of points"},
};

/* ---- verify ------------------------------------------------------------------------------- */

static const char verify_details[] =
    "Checks a proof that 'tact collide --proof' or 'tact distance --proof' wrote, with arithmetic\n"
    "of its own and without the search. The proof names its meshes, relative to its own folder; A\n"
    "and B stand for them where they are elsewhere. They must be the very meshes: the same "
    "vertices\n"
    "and triangles in the same order.\n"
    "\n"
    "A proof of apart or of a distance is about surfaces. The exit status is 0 if the claim is\n"
    "proven and 1 if it is not; 3 if a file cannot be read, or is damaged; 5 if the budget ended\n"
    "before it was known. The default budget grows with the file and is far above what proofs "
    "that\n"
    "tact wrote need. A mesh that only the proof names must be a regular file of at most 16 MiB\n"
    "and 1 KiB per triangle.\n";

static const cli_option verify_options[] = {
    {"budget", 0, "N", NULL, "give up after so many projections of corners"},
    FROM_OPTION,
};

static const cli_example verify_examples[] = {
    {"tact distance bolt.ply plate.ply --move-b 0,0,2 --proof gap.proof", "write a proof"},
    {"tact verify gap.proof", "check it"},
    {"tact verify gap.proof copies/bolt.ply copies/plate.ply", "with meshes from elsewhere"},
    {"tact verify --json gap.proof | jq .proven", "for programs"},
    {"tact verify gap.proof --budget 1e12", "however long it takes"},
};

/* ---- demo, triangle, help ----------------------------------------------------------------- */

static const cli_example demo_examples[] = {
    {"tact demo", "the questions and what tact answers"},
    {"tact demo --color always | less -R", "page by page, in colour"},
};

/* ---- inside ------------------------------------------------------------------------------- */

static const char inside_details[] =
    "Says for each point whether it is inside the mesh, outside or on the surface, how often the\n"
    "mesh winds around it, and its distance from the surface, negative inside. For watertight\n"
    "meshes all but the distance is exact. For others the generalised winding number is an "
    "estimate:\n"
    "one half or more counts as inside, and --error says how wide its proven bounds may be.\n"
    "\n"
    "--points reads a file (\"-\": standard input), three numbers a line, decimal or hexadecimal;\n"
    "blank lines and what follows a # are skipped. The exit status is 1 where a point is inside "
    "or\n"
    "on the surface. With --json: one object a point, one a line.\n";

static const cli_option inside_options[] = {
    {"point", 0, "X,Y,Z", NULL, "the point"},
    {"points", 0, "FILE", NULL, "points, one a line"},
    {"error", 0, "E", NULL, "for open meshes: bounds of the winding number may be off by E (0.01)"},
    FROM_OPTION,
};

static const cli_example inside_examples[] = {
    {"tact inside part.stl --point 0.5,0,1", "is it inside?"},
    {"tact inside part.ply --points scan.xyz --json | jq .distance", "signed distances"},
    {"tact inside -q part.obj --point 0,0,0 && echo outside", "in a script"},
};

static const char triangle_details[] =
    "A and B are nine numbers each: three corners, x y z of each, split by commas or blanks.\n"
    "Numbers are decimal or hexadecimal (1.5, 2e-3, 0x1.8p-4) and rounded to the nearest double.\n"
    "For these doubles the verdict, the kind of overlap and the features are exact. A triangle\n"
    "without area is the segment or the point that it is. Touching is contact.\n"
    "\n"
    "Corners of a triangle are vertex 0, 1, 2; edge i runs from vertex i to the next; the face is\n"
    "what lies inside. Positions are rounded; the true distance lies between its two bounds.\n"
    "\n"
    "The exit status is 1 where the triangles have a point in common, 0 where they are apart.\n";

static const cli_example triangle_examples[] = {
    {"tact triangle \"0,0,0 4,0,0 0,4,0\" \"1,1,-1 1,1,2 3,1,2\"", "they cross in a segment"},
    {"tact triangle \"0 0 0 4 0 0 0 4 0\" \"1 1 2 1 2 3 2 1 3\"", "they are 2 apart"},
    {"tact triangle --json \"0,0,0 4,0,0 0,4,0\" \"1,1,0x1p-1074 1,2,3 2,1,3\"",
     "apart, by the least double there is"},
    {"tact triangle --quiet \"$A\" \"$B\" || echo contact", "in a script"},
};

static const cli_option help_options[] = {
    {"man", 0, NULL, NULL, "print the manual page"},
    {"completion", 0, "SHELL", "bash", "print what the shell needs to complete words"},
};

static const cli_example help_examples[] = {
    {"tact help", "the commands"},
    {"tact help make", "the same as tact make --help"},
    {"tact help shapes", "what box:1,2,3 and the like mean"},
    {"tact help --json", "all commands and options, for programs"},
    {"tact help --man | man -l -", "all of it as a manual page"},
    {". <(tact help --completion bash)", "complete words in this shell"},
};

static const cli_command commands[] = {
    {"demo", "answer instructive questions, make and inspect models, let two meet", "", 0, 0, NULL,
     "Shows what the library answers where plain floating-point arithmetic goes wrong, then makes\n"
     "two models of about 200,000 triangles in a temporary folder, reads them back and inspects\n"
     "them, then lets two of about 100,000 triangles meet. Every answer and every time is of this\n"
     "run. The folder is removed at the end.\n",
     NO_ROWS, ROWS(demo_examples), command_demo},
    {"info", "say what is in mesh files and what is wrong with them", "FILE...", 1, CLI_ANY_COUNT,
     NULL, info_details, ROWS(info_options), ROWS(info_examples), command_info},
    {"make", "make a mesh: a gear, a knot, a sphere, a terrain and more", "KIND", 0, 1,
     KIND_CHOICES, make_details, ROWS(make_options), ROWS(make_examples), command_make},
    {"convert", "write a mesh file in another format, welded, scaled or moved", "IN OUT", 2, 2,
     NULL, convert_details, ROWS(convert_options), ROWS(convert_examples), command_convert},
    {"hull", "the convex hull of a mesh's vertices", "IN", 1, 1, NULL, hull_details,
     ROWS(hull_options), ROWS(hull_examples), command_hull},
    {"collide", "whether two meshes or shapes touch, and where", "A B", 2, 2, NULL, collide_details,
     ROWS(collide_options), ROWS(collide_examples), command_collide},
    {"classify", "how two solids relate: apart, touching, crossing, one in the other", "A B", 2, 2,
     NULL, classify_details, ROWS(classify_options), ROWS(classify_examples), command_classify},
    {"contacts", "all pairs of triangles in which two meshes touch", "A B", 2, 2, NULL,
     contacts_details, ROWS(contacts_options), ROWS(contacts_examples), command_contacts},
    {"distance", "how far apart two meshes or shapes are, and where", "A B", 2, 2, NULL,
     distance_details, ROWS(distance_options), ROWS(distance_examples), command_distance},
    {"depth", "how deep two convex shapes are in each other, and the way out", "A B", 2, 2, NULL,
     depth_details, ROWS(depth_options), ROWS(depth_examples), command_depth},
    {"ray", "what a ray hits first, or all that it hits", "MESH", 1, 1, NULL, ray_details,
     ROWS(ray_options), ROWS(ray_examples), command_ray},
    {"nearest", "the point of a mesh that is nearest to a point", "MESH", 1, 1, NULL,
     nearest_details, ROWS(nearest_options), ROWS(nearest_examples), command_nearest},
    {"inside", "whether points are inside a mesh, and how far from its surface", "MESH", 1, 1, NULL,
     inside_details, ROWS(inside_options), ROWS(inside_examples), command_inside},
    {"verify", "check a proof that collide or distance wrote", "FILE [A B]", 1, 3, NULL,
     verify_details, ROWS(verify_options), ROWS(verify_examples), command_verify},
    {"triangle", "where two triangles meet, or how far apart they are", "A B", 2, 2, NULL,
     triangle_details, NO_ROWS, ROWS(triangle_examples), command_triangle},
    {"help", "list the commands, or explain one", "[COMMAND|shapes]", 0, 1, NULL,
     "Without a command: what there is. With one: what it does, its options and examples. With\n"
     "shapes: those that stand beside files, such as box:1,2,3.\n",
     ROWS(help_options), ROWS(help_examples), command_help},
};

size_t cli_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const cli_command *cli_command_at(size_t index) {
    return &commands[index];
}
