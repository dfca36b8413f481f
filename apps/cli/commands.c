/* SPDX-License-Identifier: MIT */
/* The table of commands, the only place that lists them. The parser, the help, the manual page and
 * the completion use it. */
#include "command.h"
#include "files.h"
#include "findings.h"
#include "kinds.h"

#define ROWS(array) array, sizeof(array) / sizeof((array)[0])
#define NO_ROWS NULL, 0

#define FROM_OPTION                                                                                \
    {                                                                                              \
        "from", 0, "FORMAT", FILES_FORMAT_CHOICES,                                                 \
            "input format: obj, stl, ply or off (default: detected from contents)"                 \
    }
#define WRITE_OPTIONS                                                                              \
    {"format", 0, "FORMAT", FILES_FORMAT_CHOICES,                                                  \
     "output format: obj, stl, ply or off (default: by file name)"},                               \
        {"text", 0, NULL, NULL, "write STL and PLY as text instead of binary"}, {                  \
        "float", 0, NULL, NULL, "write PLY with 32-bit numbers (binary STL always has them)"       \
    }
#define THREAD_OPTIONS                                                                             \
    {"threads", 0, "N", NULL, "number of threads (default 0: one per processor)"}, {               \
        "time", 0, NULL, NULL, "print timings on stderr"                                           \
    }
/* About a file with one question per line. */
#define LINE_DETAILS                                                                               \
    "Blank lines and everything after a # are skipped. Each line is answered as soon as it\n"      \
    "arrives; the answer starts with the line number. Numbers are decimal or hexadecimal\n"        \
    "(0x1.8p-4), separated by commas or blanks.\n"

/* ---- info --------------------------------------------------------------------------------- */

static const char info_details[] =
    "Examines mesh files and reports what is wrong with them: for each kind of flaw the count\n"
    "and the number of the first. Counts are exact. Vertices and triangles are numbered from 0;\n"
    "a polygon counts as the triangles of its fan. The last lines explain what the findings\n"
    "mean. No file is changed. Only files that cannot be read are refused, such as one with a\n"
    "face that names a missing vertex.\n"
    "\n"
    "FILE is OBJ, STL, PLY or OFF; \"-\" is standard input. A file that cannot be read does not\n"
    "stop the others. The exit status is the highest of all files: 0 whatever was found, 1 if\n"
    "--fail-on names a finding, 5 if --self used up its budget (by default 10,000,000 tests plus\n"
    "1,000 per triangle). After status 5 the number of intersecting pairs is incomplete.\n"
    "\n"
    "In an STL file every triangle has three vertices of its own: --weld merges equal vertices\n"
    "before anything is counted. --json prints one line per file, with one object.\n";

static const cli_option info_options[] = {
    {"fail-on", 0, "LIST", FINDING_CHOICES, "exit with 1 if one of these is found"},
    {"self", 0, NULL, NULL, "also look for triangles that intersect each other"},
    {"budget", 0, "N", NULL, "stop --self after N box and triangle tests"},
    {"weld", 0, NULL, NULL, "merge equal vertices first"},
    FROM_OPTION,
};

static const cli_example info_examples[] = {
    {"tact info part.stl --weld", "is it closed?"},
    {"tact info --self part.ply", "does it intersect itself?"},
    {"tact info --fail-on nan,not-closed *.obj >report.txt", "as a check in a build"},
    {"tact info -q --fail-on any part.ply || echo look at it", "in a script"},
    {"tact info --json *.ply | jq -c '[.file, .volume]'", "for other programs"},
    {"gunzip -c part.obj.gz | tact info -", "from a pipe"},
};

/* ---- make --------------------------------------------------------------------------------- */

static const char make_details[] =
    "Makes a mesh and writes it to a file. 'tact make --list' shows every KIND with its\n"
    "parameters and defaults; 'tact make KIND --list' also shows which values are allowed.\n"
    "Closed meshes are exactly closed, have outward normals and do not intersect themselves.\n"
    "The same command makes the same file, bit for bit.\n"
    "\n"
    "--triangles chooses the resolution that comes nearest to N triangles. FILE ends in .obj,\n"
    ".stl, .ply or .off, or --format names the format; \"-\" is standard output. The file is\n"
    "written under a temporary name and renamed when it is complete. Counts may be written as\n"
    "1e6.\n";

static const cli_option make_options[] = {
    {"output", 'o', "FILE", NULL, "output file; \"-\" is standard output"},
    {"list", 0, NULL, NULL, "list the kinds, their parameters and defaults"},
    {"triangles", 'n', "N", NULL, "choose the resolution nearest to N triangles"},
    WRITE_OPTIONS,
    {"radius", 0, "R", NULL, "radius of a sphere, blob, cylinder or bolt shaft"},
    {"size", 0, "S", NULL, "edge lengths x,y,z, or one number for all"},
    {"width", 0, "X", NULL, "extent along x"},
    {"height", 0, "H", NULL, "extent along z (cloth: along y)"},
    {"length", 0, "L", NULL, "length of a bolt's shaft"},
    {"thickness", 0, "H", NULL, "thickness of a gear, along z"},
    {"major-radius", 0, "R", NULL, "torus, knot: from the axis to the middle of the ring"},
    {"minor-radius", 0, "R", NULL, "torus, knot: radius of the ring itself"},
    {"tube-radius", 0, "R", NULL, "radius of the tube along a knot"},
    {"outer-radius", 0, "R", NULL, "outer radius of a tube; gear: at the tips of the teeth"},
    {"inner-radius", 0, "R", NULL, "inner radius of a tube"},
    {"root-radius", 0, "R", NULL, "radius of a gear between its teeth"},
    {"bore-radius", 0, "R", NULL, "radius of a gear's hole"},
    {"head-radius", 0, "R", NULL, "radius of a bolt's head, to its corners"},
    {"head-height", 0, "H", NULL, "height of a bolt's head"},
    {"thread-depth", 0, "D", NULL, "depth of a bolt's thread"},
    {"pitch", 0, "D", NULL, "rise of a bolt's thread per turn"},
    {"amplitude", 0, "D", NULL, "amplitude of a blob's noise"},
    {"seed", 0, "N", NULL, "seed of the noise of a blob or terrain"},
    {"teeth", 0, "N", NULL, "number of a gear's teeth"},
    {"p", 0, "N", NULL, "turns of a knot around the axis"},
    {"q", 0, "N", NULL, "turns of a knot around the ring"},
    {"level", 0, "N", NULL, "sponge: how many times holes are cut"},
    {"frequency", 0, "N", NULL, "icosphere, blob: parts per edge of the icosahedron"},
    {"meridians", 0, "N", NULL, "number of meridians of a UV sphere"},
    {"rings", 0, "N", NULL, "UV sphere: steps from pole to pole"},
    {"major-count", 0, "N", NULL, "steps around the axis of a torus"},
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
    "Reads IN and writes OUT. The format of IN is detected from its contents. The format of OUT\n"
    "follows from its name: .obj, .stl, .ply or .off. \"-\" is standard input or output; as OUT\n"
    "it needs --format.\n"
    "\n"
    "The order and number of triangles stay the same. OBJ, OFF and PLY (without --float) keep\n"
    "every bit of the coordinates. Polygons become triangles. STL has no shared vertices; --weld\n"
    "restores them when the file is read. Binary STL rounds coordinates to 32 bits. NaN and\n"
    "infinity are refused, with the number of the vertex; 'tact info' counts them. OUT is\n"
    "written under a temporary name and renamed when it is complete.\n";

static const cli_option convert_options[] = {
    FROM_OPTION,
    WRITE_OPTIONS,
    {"weld", 0, NULL, NULL, "merge equal vertices"},
    {"scale", 0, "S", NULL, "multiply all coordinates by S (0.001: from mm to m)"},
    {"move", 0, "X,Y,Z", NULL, "add X,Y,Z to all vertices, after scaling"},
};

static const cli_example convert_examples[] = {
    {"tact convert part.stl part.ply --weld", "with shared vertices"},
    {"tact convert part.obj part.stl --text", "as text, to look at"},
    {"tact convert --scale 0.001 --move 0,0,-1.5 mm.stl m.ply", "in other units, elsewhere"},
    {"tact convert --format off part.obj - | less", "to a pipe"},
};

/* ---- hull --------------------------------------------------------------------------------- */

static const char hull_details[] =
    "Computes the exact convex hull of all vertices of a mesh: it contains every vertex of IN,\n"
    "and faces in the same plane are one face. If all vertices lie in a plane, on a line or in\n"
    "one point, the hull is a polygon, a segment or a point. The triangles of IN are ignored.\n"
    "\n"
    "-o writes the hull as a closed mesh; faces with more than three sides are cut into\n"
    "triangles. Without -o only its measures are printed. Volume and center are rounded.\n";

static const cli_option hull_options[] = {
    {"output", 'o', "FILE", NULL, "write the hull as a mesh; \"-\" is standard output"},
    FROM_OPTION,
    WRITE_OPTIONS,
};

static const cli_example hull_examples[] = {
    {"tact hull part.stl -o hull.ply", "write the hull"},
    {"tact hull part.obj", "how many faces, and how large"},
    {"tact hull --json part.ply | jq .volume", "for other programs"},
    {"tact hull scan.ply -o - --format obj | tact info -", "to a pipe"},
};

/* ---- collide, classify, contacts, distance, depth ----------------------------------------- */

#define SHAPE_DETAILS                                                                              \
    "A and B are mesh files or shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl. Shapes\n"   \
    "are solid; 'tact help shapes' lists them.\n"

#define POSE_DETAILS                                                                               \
    "Options place A and B: they are rotated first, then moved. A pose is a matrix of 3 rows\n"    \
    "and 4 columns, row by row: a rotation, with a translation in the last column.\n"              \
    "\n"                                                                                           \
    "--poses asks one question per line of a file: 24 numbers, the poses of A and "                \
    "B.\n" LINE_DETAILS

#define POSE_OPTIONS                                                                               \
    {"pose-a", 0, "POSE", NULL, "pose of A: 12 numbers"},                                          \
        {"pose-b", 0, "POSE", NULL, "pose of B: 12 numbers"},                                      \
        {"rotate-a", 0, "AXIS,DEG", NULL, "rotate A around x, y, z or a vector"},                  \
        {"rotate-b", 0, "AXIS,DEG", NULL, "rotate B around x, y, z or a vector"},                  \
        {"move-a", 0, "X,Y,Z", NULL, "then move A"}, {"move-b", 0, "X,Y,Z", NULL, "then move B"},  \
    {                                                                                              \
        "poses", 0, "FILE", NULL, "one question per line of 24 numbers; \"-\" is standard input"   \
    }

#define PROOF_OPTION                                                                               \
    { "proof", 0, "FILE", NULL, "write a proof of the answer, for 'tact verify'" }

#define QUESTION_OPTIONS                                                                           \
    {"budget", 0, "N", NULL, "give up after N box and triangle tests"}, THREAD_OPTIONS, FROM_OPTION

static const char collide_details[] =
    "Checks whether two meshes touch, and shows one contact if they do. The answer is exact for\n"
    "the coordinates in the files, after the poses are applied to them. Touching is contact.\n"
    "Meshes are surfaces: a mesh inside another one is apart from it, unless --solid fills both.\n"
    "Filled meshes must be watertight.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 1 if they touch (with --poses: on any line), 0 if they are apart, and 5\n"
    "if it is undecided because the budget ran out or rounding hides the answer.\n";

static const cli_option collide_options[] = {
    {"solid", 0, NULL, NULL, "fill watertight meshes: one inside the other is contact too"},
    PROOF_OPTION,
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example collide_examples[] = {
    {"tact collide housing.stl gear.stl", "do they touch?"},
    {"tact collide plate.obj bolt.obj --move-b 0,0,-0.5 --rotate-b z,30", "with B elsewhere"},
    {"tact collide --solid tank.ply robot.ply", "also if one is inside the other"},
    {"tact collide part.stl box:1,2,3 --move-b 0,0,1", "does it reach into a box?"},
    {"tact collide part.stl half-space:0,0,1,0", "does it reach below z = 0?"},
    {"tact collide -q part.ply tool.ply --pose-b \"1,0,0,5 0,1,0,0 0,0,1,0\" || echo hit",
     "in a script"},
    {"planner | tact collide --json robot.ply cell.ply --poses - | jq .colliding",
     "a stream of poses, answered line by line"},
};

static const char classify_details[] =
    "Tells how two solids relate: apart, touching (they share points, but their insides do not\n"
    "overlap), crossing, A in B, B in A, or identical (the same triangles). For two watertight\n"
    "meshes that do not intersect themselves the relation is always decided, and exact for the\n"
    "coordinates in the files, after the poses are applied to them. The inside of an open mesh is\n"
    "where its winding number exceeds 1/2; the answer is then called an estimate. If the surfaces\n"
    "do not meet, the clearance is printed too.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "The exit status is 0 if the solids are apart, 1 for any other relation (with --poses: on\n"
    "any line), and 5 if the relation is undecided. The output then says why: the budget ran\n"
    "out, the winding number of an open mesh is more than 1/4 away from a whole number, a mesh\n"
    "intersects itself, or rounding hides the answer (shapes only).\n";

static const cli_option classify_options[] = {
    {"no-clearance", 0, NULL, NULL, "do not measure how far apart the surfaces are"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example classify_examples[] = {
    {"tact classify housing.stl gear.stl", "apart, touching or overlapping?"},
    {"tact classify shell.ply core.ply --json | jq -r .relation", "in one word"},
    {"tact classify wall1.obj wall2.obj --move-b 0,0,0.05", "with B elsewhere"},
    {"tact classify part.stl cylinder:0.5,2", "does it fit into a bore?"},
    {"tact classify -q part.ply tool.ply || echo not apart", "in a script"},
    {"tact classify robot.ply cell.ply --poses path.txt --no-clearance", "along a path"},
};

static const char contacts_details[] =
    "Finds all pairs of triangles of A and B that touch: their number, and the first pairs with\n"
    "what they have in common. Pairs are sorted by the triangle of A, then by the triangle of B;\n"
    "triangles are numbered from 0 in the order of the file. Which pairs touch is exact; points\n"
    "are rounded.\n"
    "\n" SHAPE_DETAILS
    "For a mesh and a shape, the triangles that touch the shape are listed, and --curves is not\n"
    "supported.\n"
    "\n"
    "--curves connects what the pairs have in common: curves where the surfaces cross or touch\n"
    "along a line, patches where they are coplanar, and isolated points. -o writes them to a\n"
    "file: .ply with edges and faces, .obj with l, p and f elements, or .csv with one row per\n"
    "point. The file is written under a temporary name and renamed when it is complete.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 if there is a contact (with --poses: on any line), 0 if there is none,\n"
    "and 5 if it is undecided because the budget ran out or rounding hides the answer.\n";

static const cli_option contacts_options[] = {
    {"list", 0, NULL, NULL, "list all pairs; with --json also their points"},
    {"curves", 0, NULL, NULL, "connect them: number and length of curves, area of patches"},
    {"output", 'o', "FILE", NULL, "write curves and patches to a .ply, .obj or .csv file"},
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
    "Measures how far apart two meshes are, and where. The distance is 0 if and only if they\n"
    "touch, exactly. Otherwise it is rounded, and the true distance lies between the two bounds.\n"
    "--error trades accuracy for time: 0.01 allows a distance that is up to 1 % too large.\n"
    "--within only checks whether they come that near, --greedy only computes a lower bound;\n"
    "both are faster.\n"
    "\n" SHAPE_DETAILS "\n" POSE_DETAILS "\n"
    "Without --within the exit status is 0. With --within R it is 1 if the distance is at most R\n"
    "(with --poses: on any line), 0 if it is greater, and 5 if it is undecided because the budget\n"
    "ran out or the distance equals R within rounding.\n";

static const cli_option distance_options[] = {
    {"solid", 0, NULL, NULL, "fill watertight meshes: one inside the other is distance 0"},
    {"within", 0, "R", NULL, "exit with 1 if the distance is at most R"},
    {"greedy", 0, NULL, NULL, "compute only a lower bound, quickly"},
    {"error", 0, "REL", NULL, "allowed relative error (0.01 = 1 %)"},
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
    {"tact distance sphere:0.5 capsule:1,0.2 --rotate-b x,90 --move-b 2,0,0", "between two shapes"},
    {"tact distance part.stl point:1,2,3", "from a point"},
};

static const char depth_details[] =
    "Computes the penetration depth of two convex shapes: the length and the direction of the\n"
    "shortest move of B that separates them. The depth is rounded, and the true depth lies\n"
    "between the two bounds. Whether the shapes touch is exact, except for cylinders, cones and\n"
    "ellipsoids. --points adds a contact manifold: up to four points with one normal, as physics\n"
    "engines use them.\n"
    "\n"
    "A and B are shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl; 'tact help shapes' lists\n"
    "them. A mesh has no depth, but its convex hull, hull:FILE, has one.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 if they touch (with --poses: on any line), 0 if they are apart, and 5\n"
    "if rounding hides the answer.\n";

static const cli_option depth_options[] = {
    {"points", 0, NULL, NULL, "up to four contact points, and the normal"},
    {"margin", 0, "D", NULL, "with --points: also points up to D apart"},
    POSE_OPTIONS,
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example depth_examples[] = {
    {"tact depth box:1,1,1 sphere:0.5 --move-b 0.8,0,0", "how deep, and which way out"},
    {"tact depth hull:a.stl hull:b.stl --move-b 0,0,2 --json | jq .depth", "of two hulls"},
    {"tact depth box:4,4,0.1 box:1,1,1 --move-b 0,0,0.5 --points", "where the box rests"},
};

/* ---- ray, nearest, inside ----------------------------------------------------------------- */

static const char ray_details[] =
    "Finds the first triangle that a ray hits, or with --all every triangle. The points of the\n"
    "ray are origin + t * direction for t >= 0; --to aims it at a point, which is at t = 1.\n"
    "Whether a triangle is hit is exact for these numbers: no ray slips between triangles that\n"
    "share an edge. Touching is a hit. t is rounded.\n"
    "\n"
    "--rays asks one question per line of a file: 6 numbers, the origin and the "
    "direction.\n" LINE_DETAILS "\n"
    "The exit status is 1 if something is hit (with --rays: on any line), and 0 if nothing is.\n";

static const cli_option ray_options[] = {
    {"origin", 0, "X,Y,Z", NULL, "start of the ray"},
    {"to", 0, "X,Y,Z", NULL, "a point on the ray"},
    {"direction", 'd', "X,Y,Z", NULL, "or its direction, of any length"},
    {"max", 0, "T", NULL, "ignore hits beyond t = T"},
    {"all", 0, NULL, NULL, "all hits, in order"},
    {"rays", 0, "FILE", NULL, "one question per line of 6 numbers; \"-\" is standard input"},
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example ray_examples[] = {
    {"tact ray part.ply --origin 0,0,10 --direction 0,0,-1", "what lies below?"},
    {"tact ray wall.obj --origin 0,0,1 --to 5,2,1 --max 1 -q && echo in sight",
     "is anything between two points?"},
    {"tact ray part.stl --origin 0,0,9 -d 0,0,-1 --all", "every layer"},
    {"scanner | tact ray --json part.ply --rays - | jq .t", "a stream of rays"},
};

static const char nearest_details[] =
    "Finds the point of a mesh nearest to a given point, its distance, and its triangle. The\n"
    "distance is 0 if and only if the given point is on the mesh, exactly. Otherwise it is\n"
    "rounded, and the true distance lies between the two bounds.\n"
    "\n"
    "--points asks one question per line of a file: 3 numbers.\n" LINE_DETAILS "\n"
    "Without --within the exit status is 0. With --within R it is 1 if the mesh is within R\n"
    "(with --points: on any line), and 0 if it is not.\n";

static const cli_option nearest_options[] = {
    {"point", 'p', "X,Y,Z", NULL, "the given point"},
    {"within", 0, "R", NULL, "search up to distance R; exit with 1 if something is found"},
    {"points", 0, "FILE", NULL, "one question per line of 3 numbers; \"-\" is standard input"},
    THREAD_OPTIONS,
    FROM_OPTION,
};

static const cli_example nearest_examples[] = {
    {"tact nearest part.ply --point 1,2,3", "how far, and where"},
    {"tact nearest part.ply -p 1,2,3 --within 0.1 -q || echo near", "in a script"},
    {"tact nearest --json part.ply --points scan.txt --time | jq .distance", "a cloud of points"},
};

static const char inside_details[] =
    "Tells for each point whether it is inside the mesh, outside or on the surface, its winding\n"
    "number, and its distance from the surface, negative inside. For watertight meshes everything\n"
    "except the distance is exact. For open meshes the generalised winding number is an estimate:\n"
    "1/2 or more counts as inside, and --error limits how far its proven bounds may be off.\n"
    "\n"
    "--points reads one point per line of a file: three numbers, decimal or hexadecimal. Blank\n"
    "lines and everything after a # are skipped. The exit status is 1 if a point is inside or on\n"
    "the surface, and 0 if none is. --json prints one line per point, with one object.\n";

static const cli_option inside_options[] = {
    {"point", 0, "X,Y,Z", NULL, "the point"},
    {"points", 0, "FILE", NULL, "a file with one point per line; \"-\" is standard input"},
    {"error", 0, "E", NULL, "open meshes: allowed error of the winding number (default 0.01)"},
    FROM_OPTION,
};

static const cli_example inside_examples[] = {
    {"tact inside part.stl --point 0.5,0,1", "is it inside?"},
    {"tact inside part.ply --points scan.xyz --json | jq .distance", "signed distances"},
    {"tact inside -q part.obj --point 0,0,0 && echo outside", "in a script"},
};

/* ---- verify ------------------------------------------------------------------------------- */

static const char verify_details[] =
    "Checks a proof that 'tact collide --proof' or 'tact distance --proof' wrote. The check uses\n"
    "its own arithmetic and none of the search. The proof names its meshes, relative to its own\n"
    "folder; A and B replace these names if the meshes are elsewhere. They must be the same\n"
    "meshes: the same vertices and triangles in the same order.\n"
    "\n"
    "A proof that meshes are apart, or of their distance, is about surfaces. The exit status is 0\n"
    "if the claim is proven, 1 if it is not, 3 if a file cannot be read or is damaged, and 5 if\n"
    "the budget ran out before the check was complete. The default budget grows with the proof\n"
    "and is far above what proofs written by tact need. A mesh that only the proof names must be\n"
    "a regular file of at most 16 MiB plus 1 KiB per triangle.\n";

static const cli_option verify_options[] = {
    {"budget", 0, "N", NULL, "give up after N projections of triangle corners"},
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

static const char demo_details[] =
    "Shows the library's answers to questions on which plain floating-point arithmetic fails.\n"
    "Then makes two models of about 200,000 triangles in a temporary folder, reads them back and\n"
    "examines them. Then collides two models of about 100,000 triangles each. Every answer and\n"
    "every time is from this run. The folder is removed at the end.\n";

static const cli_example demo_examples[] = {
    {"tact demo", "the questions and tact's answers"},
    {"tact demo --color always | less -R", "page by page, in colour"},
};

static const char triangle_details[] =
    "A and B are nine numbers each: x, y and z of three corners, separated by commas or blanks.\n"
    "Numbers are decimal or hexadecimal (1.5, 2e-3, 0x1.8p-4) and rounded to the nearest double.\n"
    "For these doubles the verdict, the kind of intersection and the features are exact. A\n"
    "triangle without area counts as a segment or a point. Touching is contact.\n"
    "\n"
    "The corners of a triangle are vertices 0, 1 and 2; edge i runs from vertex i to the next\n"
    "one; the face is the interior. Positions are rounded; the true distance lies between the two\n"
    "bounds.\n"
    "\n"
    "The exit status is 1 if the triangles have a point in common, and 0 if they are apart.\n";

static const cli_example triangle_examples[] = {
    {"tact triangle \"0,0,0 4,0,0 0,4,0\" \"1,1,-1 1,1,2 3,1,2\"", "they cross in a segment"},
    {"tact triangle \"0 0 0 4 0 0 0 4 0\" \"1 1 2 1 2 3 2 1 3\"", "they are 2 apart"},
    {"tact triangle --json \"0,0,0 4,0,0 0,4,0\" \"1,1,0x1p-1074 1,2,3 2,1,3\"",
     "apart by the smallest positive double"},
    {"tact triangle --quiet \"$A\" \"$B\" || echo contact", "in a script"},
};

static const char help_details[] =
    "Lists all commands. With a command: what it does, its options and examples. With \"shapes\":\n"
    "the shapes that can be used instead of mesh files, such as box:1,2,3.\n";

static const cli_option help_options[] = {
    {"man", 0, NULL, NULL, "print the manual page"},
    {"completion", 0, "SHELL", "bash", "print a completion script for the shell"},
};

static const cli_example help_examples[] = {
    {"tact help", "all commands"},
    {"tact help make", "the same as tact make --help"},
    {"tact help shapes", "what box:1,2,3 and the like mean"},
    {"tact help --json", "all commands and options, for programs"},
    {"tact help --man | man -l -", "everything as a manual page"},
    {". <(tact help --completion bash)", "enable completion in this shell"},
};

/* ---- The table ---------------------------------------------------------------------------- */

static const cli_command commands[] = {
    {"demo", "show what tact can do: tricky questions, models, a collision", "", 0, 0, NULL,
     demo_details, NO_ROWS, ROWS(demo_examples), command_demo},
    {"info", "describe mesh files and report what is wrong with them", "FILE...", 1, CLI_ANY_COUNT,
     NULL, info_details, ROWS(info_options), ROWS(info_examples), command_info},
    {"make", "make a mesh: a gear, a knot, a sphere, a terrain and more", "KIND", 0, 1,
     KIND_CHOICES, make_details, ROWS(make_options), ROWS(make_examples), command_make},
    {"convert", "convert a mesh file to another format; weld, scale or move it", "IN OUT", 2, 2,
     NULL, convert_details, ROWS(convert_options), ROWS(convert_examples), command_convert},
    {"hull", "compute the convex hull of a mesh's vertices", "IN", 1, 1, NULL, hull_details,
     ROWS(hull_options), ROWS(hull_examples), command_hull},
    {"collide", "check whether two meshes or shapes touch, and where", "A B", 2, 2, NULL,
     collide_details, ROWS(collide_options), ROWS(collide_examples), command_collide},
    {"classify", "tell how two solids relate: apart, touching, crossing, one inside the other",
     "A B", 2, 2, NULL, classify_details, ROWS(classify_options), ROWS(classify_examples),
     command_classify},
    {"contacts", "find all pairs of triangles in which two meshes touch", "A B", 2, 2, NULL,
     contacts_details, ROWS(contacts_options), ROWS(contacts_examples), command_contacts},
    {"distance", "measure how far apart two meshes or shapes are, and where", "A B", 2, 2, NULL,
     distance_details, ROWS(distance_options), ROWS(distance_examples), command_distance},
    {"depth", "compute how deep two convex shapes overlap, and the way out", "A B", 2, 2, NULL,
     depth_details, ROWS(depth_options), ROWS(depth_examples), command_depth},
    {"ray", "find the first triangle that a ray hits, or all of them", "MESH", 1, 1, NULL,
     ray_details, ROWS(ray_options), ROWS(ray_examples), command_ray},
    {"nearest", "find the point of a mesh nearest to a given point", "MESH", 1, 1, NULL,
     nearest_details, ROWS(nearest_options), ROWS(nearest_examples), command_nearest},
    {"inside", "tell whether points are inside a mesh, and how far from its surface", "MESH", 1, 1,
     NULL, inside_details, ROWS(inside_options), ROWS(inside_examples), command_inside},
    {"verify", "check a proof that collide or distance wrote", "FILE [A B]", 1, 3, NULL,
     verify_details, ROWS(verify_options), ROWS(verify_examples), command_verify},
    {"triangle", "intersect two triangles, or measure how far apart they are", "A B", 2, 2, NULL,
     triangle_details, NO_ROWS, ROWS(triangle_examples), command_triangle},
    {"help", "list the commands, or explain one", "[COMMAND|shapes]", 0, 1, NULL, help_details,
     ROWS(help_options), ROWS(help_examples), command_help},
};

size_t cli_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const cli_command *cli_command_at(size_t index) {
    return &commands[index];
}
