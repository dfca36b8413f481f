/* SPDX-License-Identifier: MIT */
/* The adapter to assimp's C interface. */
#include "assimp.h"
#include "files.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

static void read_files(const mesh_file *files, size_t count, unsigned steps,
                       bench_answers answers) {
    for (size_t i = 0; i < count; i++) {
        const struct aiScene *scene = aiImportFile(files[i].path, steps);
        int32_t triangles = 0;
        for (unsigned m = 0; scene != NULL && m < scene->mNumMeshes; m++)
            triangles += (int32_t)scene->mMeshes[m]->mNumFaces;
        answers.verdict[i] = triangles;
        aiReleaseImport(scene);
    }
}

void peer_assimp_read(const void *inputs, size_t count, bench_answers answers) {
    read_files(inputs, count, aiProcess_Triangulate, answers);
}

void peer_assimp_read_joined(const void *inputs, size_t count, bench_answers answers) {
    read_files(inputs, count, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices, answers);
}
