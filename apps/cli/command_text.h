/* SPDX-License-Identifier: MIT */
/* Options and help text that several commands share. */
#ifndef TACT_CLI_COMMAND_TEXT_H
#define TACT_CLI_COMMAND_TEXT_H

#include "command.h"
#include "files.h"

/* An array and its length, for the members of a cli_command. */
#define ROWS(array) array, sizeof(array) / sizeof((array)[0])

#define FROM_OPTION                                                                                \
    {                                                                                              \
        "from", 0, "FORMAT", FILES_FORMAT_CHOICES,                                                 \
            "input format: obj, stl, ply or off (default: detected from contents)"                 \
    }
/* Of commands that read a mesh file: STL files are welded unless they say otherwise. */
#define WELD_OPTIONS                                                                               \
    {"weld", 0, NULL, NULL, "merge equal vertices, whatever the format"}, {                        \
        "no-weld", 0, NULL, NULL, "do not merge equal vertices of STL files"                       \
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

/* ---- One model ---------------------------------------------------------------------------- */

/* Commands with this operand take a mesh file or a shape. */
#define MODEL_OPERAND "MODEL"

#define MODEL_DETAILS                                                                              \
    "MODEL is a mesh file or a shape, such as sphere:0.5, box:1,2,3 or hull:part.stl. Shapes "     \
    "are\n"                                                                                        \
    "solid; 'tact help shapes' lists them. "

/* ---- Two placed models -------------------------------------------------------------------- */

#define SHAPE_DETAILS                                                                              \
    "A and B are mesh files or shapes, such as sphere:0.5, box:1,2,3 or hull:part.stl. Shapes\n"   \
    "are solid; 'tact help shapes' lists them.\n"

/* About meshes that are solids if they can be. */
#define SOLID_DETAILS                                                                              \
    "Watertight meshes are solids: what lies inside one collides with it. Other meshes are\n"      \
    "surfaces, and a note on stderr names them. --surface compares the surfaces of all meshes.\n"  \
    "If the answer depends on the inside of a mesh that crosses itself, it is undecided. A file\n" \
    "without triangles is refused with exit status 3, unless --allow-empty is given.\n"
#define SOLID_OPTION                                                                               \
    { "solid", 0, NULL, NULL, "refuse meshes that are not watertight" }
#define SURFACE_OPTION                                                                             \
    { "surface", 0, NULL, NULL, "compare surfaces: what lies inside a mesh is apart from it" }
#define EMPTY_OPTION                                                                               \
    { "allow-empty", 0, NULL, NULL, "accept files without triangles" }

#define POSE_DETAILS                                                                               \
    "--move, --rotate and --pose place A and B. They may be repeated and act in the order "        \
    "given:\n"                                                                                     \
    "--rotate-b z,90 --move-b 1,0,0 rotates B around the origin by 90 degrees, then moves it. A\n" \
    "pose is a matrix of 3 rows and 4 columns, row by row: a rotation, and a translation in the\n" \
    "last column.\n"                                                                               \
    "\n"                                                                                           \
    "--poses asks one question per line of a file: 24 numbers, the poses of A and "                \
    "B.\n" LINE_DETAILS

#define POSE_OPTIONS                                                                               \
    {"move-a", 0, "X,Y,Z", NULL, "move A"}, {"move-b", 0, "X,Y,Z", NULL, "move B"},                \
        {"rotate-a", 0, "AXIS,DEG", NULL, "rotate A, as in z,90 or 1,1,0,45"},                     \
        {"rotate-b", 0, "AXIS,DEG", NULL, "rotate B, as in z,90 or 1,1,0,45"},                     \
        {"pose-a", 0, "POSE", NULL, "apply a matrix to A: 3 rows of 4 numbers"},                   \
        {"pose-b", 0, "POSE", NULL, "apply a matrix to B: 3 rows of 4 numbers"}, {                 \
        "poses", 0, "FILE", NULL,                                                                  \
            "read poses from a file, 24 numbers per line; \"-\" is standard input"                 \
    }

#define PROOF_OPTION                                                                               \
    { "proof", 0, "FILE", NULL, "write a proof of the answer, for 'tact verify'" }

#define DRAW_OPTIONS                                                                               \
    {"png", 0, "FILE", NULL, "draw a picture of the answer"},                                      \
        {"html", 0, "FILE", NULL, "write a page that shows the answer in a browser"},              \
        {"glb", 0, "FILE", NULL, "write the scene of the answer as glTF, for 3D programs"},        \
        {"camera", 0, "AZ,EL[,ZOOM]", NULL,                                                        \
         "seen from these angles in degrees (default 30,25,1)"},                                   \
        {"level", 0, "N", NULL, "draw the boxes of this level of hierarchies; 0 is the root"},     \
        {"focus", 0, NULL, NULL, "centre the picture on what was found"},                          \
        {"size", 0, "WxH", NULL, "width and height in pixels (default 1280x800)"}, {               \
        "transparent", 0, NULL, NULL, "draw no background"                                         \
    }

#define PLY_OPTION                                                                                 \
    { "ply", 0, "FILE", NULL, "write the triangles that touch as PLY, with colours" }

#define RECORD_OPTION                                                                              \
    { "record", 0, "FILE", NULL, "write a recording of the answer, for 'tact replay'" }

#define QUESTION_OPTIONS                                                                           \
    {"budget", 0, "N", NULL, "stop after N box and triangle tests, even if undecided"},            \
        RECORD_OPTION, DRAW_OPTIONS, THREAD_OPTIONS, FROM_OPTION

#endif
