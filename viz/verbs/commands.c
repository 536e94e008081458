// See commands.h.
#include "viz/verbs/commands.h"

#include <string.h>

#include "viz/cli/nearest.h"
#include "viz/run/commands.h"
#include "viz/screen/commands.h"

const struct command *const command_table[] = {
    &command_run,   &command_report, &command_slow, &command_heap,   &command_events, &command_replay,
    &command_query, &command_export, &command_diff, &command_info,   &command_check,  &command_ctl,
    &command_top,   &command_shell,  &command_iso,  &command_import, &command_cache,  &command_help};
const size_t command_count = COUNT_OF(command_table);

const struct command *command_find(const char *name, struct problem *problem) {
    struct nearest nearest = {.word = name};
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(name, command_table[i]->name) == 0) return command_table[i];
        nearest_try(&nearest, command_table[i]->name);
    }
    problem_set(problem, STATUS_USAGE, "unknown command '%s'%s (see gnomon --help)", name, nearest_hint(&nearest));
    return NULL;
}
