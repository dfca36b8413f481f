// SPDX-License-Identifier: MIT
/* The adapter to btSoftBody with setSelfCollision() and fCollision::VF_DD, as deformable worlds use
 * it: vertices of faces against faces that are not neighbours, culled by normal cones. */
#include "bullet_self.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>

#include <vector>

namespace {

struct Body {
    btSoftBodyWorldInfo world;
    btSoftBody *soft;
};

} // namespace

void *peer_bullet_self_open(const tact_vec3 *vertices, uint32_t vertex_count,
                            const uint32_t (*triangles)[3], uint32_t triangle_count) {
    std::vector<btScalar> at;
    std::vector<int> corners;
    for (uint32_t i = 0; i < vertex_count; i++)
        for (double x : {vertices[i].x, vertices[i].y, vertices[i].z})
            at.push_back(static_cast<btScalar>(x));
    for (uint32_t i = 0; i < triangle_count; i++)
        for (int k = 0; k < 3; k++)
            corners.push_back(static_cast<int>(triangles[i][k]));
    auto *body = new Body;
    body->soft = btSoftBodyHelpers::CreateFromTriMesh(body->world, at.data(), corners.data(),
                                                      static_cast<int>(triangle_count), false);
    body->soft->m_cfg.collisions = btSoftBody::fCollision::VF_DD;
    body->soft->m_softSoftCollision = true;
    body->soft->setSelfCollision(true);
    body->soft->m_sst.sdt = 1;
    body->soft->initializeFaceTree();
    return body;
}

void peer_bullet_self_close(void *object) {
    auto *body = static_cast<Body *>(object);
    delete body->soft;
    delete body;
}

size_t peer_bullet_self_find(void *object, double margin) {
    btSoftBody *soft = static_cast<Body *>(object)->soft;
    const auto half = static_cast<btScalar>(margin / 2); // it adds the margins of both sides
    soft->getCollisionShape()->setMargin(half);
    soft->m_sst.radmrg = half;
    soft->m_faceNodeContacts.resize(0);
    soft->updateNormals();
    soft->updateFaceTree(false, true);
    soft->defaultCollisionHandler(soft);
    return static_cast<size_t>(soft->m_faceNodeContacts.size());
}

void peer_bullet_self_contact(const void *object, size_t contact, uint32_t *vertex,
                              uint32_t *face) {
    const btSoftBody *soft = static_cast<const Body *>(object)->soft;
    const auto &found = soft->m_faceNodeContacts[static_cast<int>(contact)];
    *vertex = static_cast<uint32_t>(found.m_node - &soft->m_nodes[0]);
    *face = static_cast<uint32_t>(found.m_face - &soft->m_faces[0]);
}
