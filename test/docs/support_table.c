/* SPDX-License-Identifier: MIT */
/* Prints the tables of docs/model.md that say which question is supported for which kinds of
 * models. Questions with the same support share a table. tools/check_support.sh compares the page
 * with this output, or writes it into the page. */
#include <stdio.h>

#include <tact/model.h>

static const tact_kind kinds[] = {
#define KIND(name, value, text) name,
    TACT_KIND_LIST(KIND)
#undef KIND
};
static const tact_question questions[] = {
#define QUESTION(name, value, text) name,
    TACT_QUESTION_LIST(QUESTION)
#undef QUESTION
};
enum { KINDS = sizeof kinds / sizeof *kinds, QUESTIONS = sizeof questions / sizeof *questions };

static bool is_about_one(tact_question question) {
    return question >= TACT_QUESTION_SELF;
}

static void print_cell(uint32_t support) {
    if (support == TACT_SUPPORT_NONE) {
        printf(" - |");
        return;
    }
    printf(" %s%s%s |", (support & TACT_SUPPORT_EXACT) != 0 ? "E" : "B",
           (support & TACT_SUPPORT_CACHE) != 0 ? "c" : "",
           (support & TACT_SUPPORT_PROOF) != 0 ? "p" : "");
}

static bool is_same(tact_question a, tact_question b) {
    for (int i = 0; i < KINDS; i++)
        for (int j = 0; j < KINDS; j++)
            if (tact_query_support(a, kinds[i], kinds[j]) !=
                tact_query_support(b, kinds[i], kinds[j]))
                return false;
    return true;
}

static bool is_printed_before(int index) {
    for (int i = 0; i < index; i++)
        if (!is_about_one(questions[i]) && is_same(questions[i], questions[index]))
            return true;
    return false;
}

/* The first two rows of a table: one column per kind. */
static void print_head(void) {
    printf("|  |");
    for (int i = 0; i < KINDS; i++)
        printf(" %s |", tact_kind_name(kinds[i]));
    printf("\n|---|");
    for (int i = 0; i < KINDS; i++)
        printf("---|");
    printf("\n");
}

/* Support does not depend on the order of the kinds, so half of the table is enough. */
static void print_pairs(int index) {
    printf("\n**");
    for (int i = index; i < QUESTIONS; i++)
        if (!is_about_one(questions[i]) && is_same(questions[index], questions[i]))
            printf("%s%s", i > index ? ", " : "", tact_question_name(questions[i]));
    printf("**\n\n");
    print_head();
    for (int i = 0; i < KINDS; i++) {
        printf("| %s |", tact_kind_name(kinds[i]));
        for (int j = 0; j < KINDS; j++)
            if (j <= i)
                print_cell(tact_query_support(questions[index], kinds[i], kinds[j]));
            else
                printf(" |");
        printf("\n");
    }
}

static void print_single(void) {
    printf("\n**One instance**\n\n");
    print_head();
    for (int i = 0; i < QUESTIONS; i++) {
        if (!is_about_one(questions[i]))
            continue;
        printf("| %s |", tact_question_name(questions[i]));
        for (int j = 0; j < KINDS; j++)
            print_cell(tact_query_support(questions[i], kinds[j], kinds[j]));
        printf("\n");
    }
}

int main(void) {
    for (int i = 0; i < QUESTIONS; i++)
        if (!is_about_one(questions[i]) && !is_printed_before(i))
            print_pairs(i);
    print_single();
    printf("\n");
    return 0;
}
