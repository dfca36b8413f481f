/* SPDX-License-Identifier: MIT */
/* The outside program in C++. */
#include "consumer.h"

int main() {
    return consumer_run("C++");
}
