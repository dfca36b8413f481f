/* SPDX-License-Identifier: MIT */
/* The outside program in C. */
#include "consumer.h"

int main(void) {
    return consumer_run("C");
}
