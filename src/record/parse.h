/* SPDX-License-Identifier: MIT */
/* What the files that read a recording share. */
#ifndef TACTI_RECORD_PARSE_H
#define TACTI_RECORD_PARSE_H

#include "io/line.h"
#include "record/record.h"

typedef struct tacti_recording_reader {
    tacti_scan scan;
    tact_recording *recording;
} tacti_recording_reader;

/* Each reads the rest of an entry whose keyword was read. */
tact_status tacti_read_mesh(tacti_recording_reader *r);
tact_status tacti_read_shape(tacti_recording_reader *r);
tact_status tacti_read_compound(tacti_recording_reader *r);
tact_status tacti_read_add(tacti_recording_reader *r);
tact_status tacti_read_name(tacti_recording_reader *r);
tact_status tacti_read_remove(tacti_recording_reader *r);
tact_status tacti_read_move(tacti_recording_reader *r);
tact_status tacti_read_write(tacti_recording_reader *r);
tact_status tacti_read_groups(tacti_recording_reader *r);
tact_status tacti_read_pair(tacti_recording_reader *r);
tact_status tacti_read_step(tacti_recording_reader *r);
tact_status tacti_read_ask(tacti_recording_reader *r);

/* Reads an instance: the number of its model, its flags, the user's number, and the pose. */
tact_status tacti_read_instance(tacti_recording_reader *r, uint32_t *model, tact_instance *out);
tact_status tacti_read_numbers(tacti_recording_reader *r, const char *what, double *out,
                               size_t count);
tact_status tacti_read_vector(tacti_recording_reader *r, const char *what, tact_vec3 *out);
/* Reads the name of a question. */
tact_status tacti_read_question(tacti_recording_reader *r, tact_question *out);
/* Reads the value of an enumeration or a status, up to most. */
tact_status tacti_read_value(tacti_recording_reader *r, const char *what, uint32_t most,
                             uint32_t *out);

#endif
