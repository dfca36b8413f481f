/* SPDX-License-Identifier: MIT */
/* A crowd of falling boxes is recorded, saved, loaded and replayed. Two of a hundred boxes hit each
 * other; what that takes is found by leaving everything else out. */
#include <stdio.h>
#include <string.h>

#include <tact/tact.h>

#define COUNT 100
#define STEPS 20

/* Boxes that fall at different speeds, each in its own place except for two. */
static tact_status play(tact_world *world, tact_recording *recording, const tact_model *box) {
    tact_object objects[COUNT];
    tact_object_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        int row = i / 10;
        objects[i] = tact_object_make(box);
        objects[i].instance.pose.m[3] = 2 * (i % 10);
        objects[i].instance.pose.m[7] = 2 * row;
        objects[i].instance.pose.m[11] = 10;
        objects[i].velocity.z = -1 - 0.01 * i;
    }
    objects[70].instance.pose.m[3] = objects[7].instance.pose.m[3];
    objects[70].instance.pose.m[7] = objects[7].instance.pose.m[7];
    objects[70].instance.pose.m[11] = 11.5;
    tact_status status = tact_world_add(world, objects, COUNT, NULL, ids);
    if (status == TACT_OK)
        status = tact_recording_set_name(recording, ids[7], "slow");
    if (status == TACT_OK)
        status = tact_recording_set_name(recording, ids[70], "fast");
    for (int i = 0; i < STEPS && status == TACT_OK; i++)
        status = tact_world_step(world, 0.125, NULL, NULL);
    return status;
}

/* Stops at the first contact, and notes that there was one. */
static bool see(void *user, const tact_replay_step *step) {
    bool *has_contact = user;
    *has_contact = tact_world_events(step->world).count > 0;
    return !*has_contact;
}

static bool has_contact(void *user, tact_recording *candidate) {
    bool found = false;
    tact_replay_options options = tact_replay_options_default();
    tact_replay_report report;
    (void)user;
    options.visit = see;
    options.user = &found;
    return tact_recording_replay(candidate, NULL, &options, &report) == TACT_OK && found;
}

static tact_status shrink(const tact_recording *recording) {
    tact_recording *small;
    tact_minimise_progress progress;
    tact_minimise_options options = tact_minimise_options_default();
    options.test = has_contact;
    tact_status status = tact_recording_minimise(recording, &options, &small, &progress);
    if (status != TACT_OK)
        return status;
    tact_recording_info info = tact_recording_inspect(small);
    printf("%u objects and %u steps are enough:", (unsigned)info.object_count,
           (unsigned)info.step_count);
    for (uint32_t i = 0; i < info.object_count; i++)
        printf(" %s", tact_recording_name(small, i));
    printf("\n");
    tact_recording_destroy(small);
    return TACT_OK;
}

/* A program would call tact_recording_save() and tact_recording_load() here. */
static tact_status replay(tact_recording *recording) {
    const char *text;
    size_t bytes;
    tact_recording *copy;
    tact_replay_report report;
    tact_error error;
    tact_status status = tact_recording_print(recording, &text, &bytes);
    if (status == TACT_OK)
        status = tact_recording_parse(NULL, text, bytes, &error, &copy);
    if (status != TACT_OK)
        return status;
    status = tact_recording_replay(copy, NULL, NULL, &report);
    if (status == TACT_OK)
        printf("%u steps replayed: %s\n", (unsigned)report.steps,
               report.outcome == TACT_REPLAY_EQUAL ? "equal" : report.text);
    tact_recording_destroy(copy);
    return status;
}

int main(void) {
    tact_shape shape = tact_shape_box(0.5, 0.5, 0.5);
    tact_model *box = NULL;
    tact_world *world = NULL;
    tact_recording *recording = NULL;
    tact_status status = tact_model_create_shape(NULL, &shape, &box);
    if (status == TACT_OK)
        status = tact_world_create(NULL, &world);
    if (status == TACT_OK)
        status = tact_recording_create(NULL, &recording);
    if (status == TACT_OK)
        status = tact_recording_attach(recording, world);
    if (status == TACT_OK)
        status = play(world, recording, box);
    tact_world_destroy(world);
    if (status == TACT_OK)
        status = replay(recording);
    if (status == TACT_OK)
        status = shrink(recording);
    tact_recording_destroy(recording);
    tact_model_destroy(box);
    if (status != TACT_OK)
        fprintf(stderr, "%s\n", tact_status_text(status));
    return status != TACT_OK;
}
