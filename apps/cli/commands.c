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
    "stop the others; the exit status is the worst of all. It is 0 whatever was found, or 1 where\n"
    "--fail-on names it. An STL has three vertices of its own for each triangle: --weld makes "
    "equal\n"
    "ones one before anything is counted. With --json: one object a file, one a line.\n";

static const cli_option info_options[] = {
    {"fail-on", 0, "LIST", FINDING_CHOICES, "exit with 1 where one of these is found"},
    {"weld", 0, NULL, NULL, "make equal vertices one first"},
    FROM_OPTION,
};

static const cli_example info_examples[] = {
    {"tact info part.stl --weld", "is it closed?"},
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

/* ---- collide, contacts, distance ---------------------------------------------------------- */

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

#define QUESTION_OPTIONS                                                                           \
    {"budget", 0, "N", NULL, "give up after so many box and triangle tests"},                      \
        {"threads", 0, "N", NULL, "how many; 0, the default, is one a processor"},                 \
        {"time", 0, NULL, NULL, "print on stderr what took how long"}, FROM_OPTION

static const char collide_details[] =
    "Whether two meshes touch, and one contact where they do. The answer is exact for the\n"
    "coordinates of the files, or for those that the poses make of them; touching is contact.\n"
    "Meshes are surfaces: one inside the other is apart, unless --solid fills both. Filled meshes\n"
    "must be closed.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 where they touch (with --poses: on any line), 0 where they are apart, 5\n"
    "where --budget ended before either was known.\n";

static const cli_option collide_options[] = {
    {"solid", 0, NULL, NULL, "closed meshes are filled: inside is contact too"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example collide_examples[] = {
    {"tact collide housing.stl gear.stl", "do they touch as they stand?"},
    {"tact collide plate.obj bolt.obj --move-b 0,0,-0.5 --rotate-b z,30", "with B elsewhere"},
    {"tact collide --solid tank.ply robot.ply", "is one inside the other?"},
    {"tact collide -q part.ply tool.ply --pose-b \"1,0,0,5 0,1,0,0 0,0,1,0\" || echo hit",
     "in a script"},
    {"planner | tact collide --json robot.ply cell.ply --poses - | jq .colliding",
     "a stream of poses, answered line by line"},
};

static const char contacts_details[] =
    "All pairs of triangles of A and B that touch: how many, and the first of them with what they\n"
    "have in common. Pairs are sorted by the triangle of A, then of B; triangles are numbered\n"
    "from 0 in the order of the file. Which pairs touch is exact; points are rounded.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 1 where there is a contact (with --poses: on any line), 0 where there is\n"
    "none, 5 where --budget ended before any was known.\n";

static const cli_option contacts_options[] = {
    {"list", 0, NULL, NULL, "all pairs, with --json all their points"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example contacts_examples[] = {
    {"tact contacts housing.stl gear.stl", "how many, and the first ten"},
    {"tact contacts --list a.ply b.ply | less", "all of them"},
    {"tact contacts --json --list a.ply b.ply | jq -c '.contacts[] | [.a, .b]'",
     "the pairs for another program"},
    {"tact contacts door.obj frame.obj --rotate-a z,30 --time", "with the door ajar"},
};

static const char distance_details[] =
    "How far apart two meshes are, and where. The distance is 0 if and only if they touch,\n"
    "exactly; otherwise it is rounded, and the true one lies between the two bounds. --error\n"
    "trades accuracy for time: 0.01 allows a distance up to 1 % too large. --within asks only\n"
    "whether they come that near, --greedy for a lower bound; both are faster.\n"
    "\n" POSE_DETAILS "\n"
    "The exit status is 0, but with --within 1 where they come within (with --poses: on any\n"
    "line), and 5 where that is not known: --budget ended, or the distance is R up to rounding.\n";

static const cli_option distance_options[] = {
    {"solid", 0, NULL, NULL, "closed meshes are filled: inside, it is 0"},
    {"within", 0, "R", NULL, "exit with 1 where the distance is R or less"},
    {"greedy", 0, NULL, NULL, "a lower bound only, quickly"},
    {"error", 0, "REL", NULL, "may be too large by this fraction of itself"},
    POSE_OPTIONS,
    QUESTION_OPTIONS,
};

static const cli_example distance_examples[] = {
    {"tact distance bolt.ply plate.ply", "how far, and between which triangles"},
    {"tact distance pipe.obj duct.obj --within 0.05 || echo too close", "a clearance check"},
    {"tact distance a.ply b.ply --error 0.01 --time", "to one percent, faster"},
    {"tact distance --json a.ply b.ply --move-b 0,0,0x1p-3 | jq .distance", "for programs"},
    {"tact distance robot.ply cell.ply --poses path.txt --threads 4", "along a path"},
};

/* ---- demo, triangle, help ----------------------------------------------------------------- */

static const cli_example demo_examples[] = {
    {"tact demo", "the questions and what tact answers"},
    {"tact demo --color always | less -R", "page by page, in colour"},
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
    {"collide", "whether two meshes touch, and where", "A B", 2, 2, NULL, collide_details,
     ROWS(collide_options), ROWS(collide_examples), command_collide},
    {"contacts", "all pairs of triangles in which two meshes touch", "A B", 2, 2, NULL,
     contacts_details, ROWS(contacts_options), ROWS(contacts_examples), command_contacts},
    {"distance", "how far apart two meshes are, and where", "A B", 2, 2, NULL, distance_details,
     ROWS(distance_options), ROWS(distance_examples), command_distance},
    {"triangle", "where two triangles meet, or how far apart they are", "A B", 2, 2, NULL,
     triangle_details, NO_ROWS, ROWS(triangle_examples), command_triangle},
    {"help", "list the commands, or explain one", "[COMMAND]", 0, 1, NULL,
     "Without a command: what there is. With one: what it does, its options and examples.\n",
     ROWS(help_options), ROWS(help_examples), command_help},
};

size_t cli_command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const cli_command *cli_command_at(size_t index) {
    return &commands[index];
}
