/* SPDX-License-Identifier: MIT */
/* Models from files. If the reader's arrays are packed doubles, the model takes them over without a
 * copy. */
#include "base/alloc.h"
#include "mesh/arrays.h"
#include "model/model_make.h"

/* Makes the mesh of a soup. The model keeps the soup if the mesh refers to it. */
static tact_status take_soup(tact_model *model, tact_soup *soup, tact_error *error) {
    tact_mesh_arrays arrays = tact_soup_arrays(soup);
    if (!tacti_arrays_can_be_borrowed(&arrays)) {
        tact_status status = tact_mesh_create(model->context, &arrays, error, &model->mesh);
        tact_soup_destroy(soup);
        return status;
    }
    model->soup = soup;
    return tacti_mesh_borrow(model->context, &arrays, error, &model->mesh);
}

/* Puts the name of the file before a message about its contents. */
static void name_file(const char *path, tact_error *error) {
    if (error == NULL)
        return;
    char room[TACTI_NAME_BYTES];
    tact_error found = *error;
    (void)tacti_error_set(error, found.status, found.line, found.index, "%s: %s",
                          tacti_short_name(path, room), found.text);
}

tact_status tact_model_load(const tact_context *context, const char *path,
                            const tact_model_options *options, tact_error *error,
                            tact_model **out) {
    tact_model_options chosen;
    if (path == NULL || out == NULL)
        return tacti_error_set(error, TACT_INVALID_ARGUMENT, 0, TACT_NO_INDEX,
                               "the path or the pointer for the model is NULL");
    tact_status status = tacti_model_check_mode(error);
    if (status == TACT_OK)
        status = tacti_model_options_read(options, error, &chosen);
    if (status != TACT_OK)
        return status;
    tact_soup *soup;
    status = tact_read_file(context, path, chosen.format, error, &soup);
    if (status != TACT_OK)
        return status;
    tact_model *model = tacti_model_allocate(context, TACTI_MODEL_MESH, TACT_KIND_MESH);
    if (model == NULL) {
        tact_soup_destroy(soup);
        return tacti_error_set(error, TACT_OUT_OF_MEMORY, 0, TACT_NO_INDEX,
                               "no memory for a model");
    }
    status = take_soup(model, soup, error);
    if (status == TACT_OK)
        status = tacti_model_finish_mesh(model, &chosen, error);
    if (status == TACT_OK)
        status = tacti_model_apply_flags(model, &chosen, error);
    if (status == TACT_OK) {
        *out = model;
        return TACT_OK;
    }
    name_file(path, error);
    tact_model_destroy(model);
    return status;
}
