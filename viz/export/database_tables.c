// See database_tables.h.
#include "viz/export/database_tables.h"

// The times of a method or an edge, and by how much each may be off
#define FIGURES                                                                                    \
    "elapsed_ns INTEGER, self_ns INTEGER, cpu_ns INTEGER, cpu_self_ns INTEGER, error_ns INTEGER, " \
    "self_error_ns INTEGER, cpu_error_ns INTEGER, cpu_self_error_ns INTEGER"

const struct database_table database_tables[TABLES] = {
    [TABLE_RUNS] = {"runs",
                    "directory TEXT, main TEXT, machine TEXT, jdk TEXT, deterministic INTEGER, state TEXT, "
                    "exit_status INTEGER, start_wall_ns INTEGER, length_ns INTEGER, arguments TEXT, meta TEXT",
                    ", PRIMARY KEY (run_id)"},
    [TABLE_RECORDING] = {"recording", "key TEXT, value", ", PRIMARY KEY (run_id, key)"},
    [TABLE_THREADS] = {"threads",
                       "thread INTEGER, name TEXT, domain TEXT, start_ns INTEGER, end_ns INTEGER, allocated_bytes "
                       "INTEGER, switches INTEGER, samples INTEGER",
                       ", PRIMARY KEY (run_id, thread)"},
    [TABLE_METHODS] = {"methods",
                       "method INTEGER, class TEXT, name TEXT, descriptor TEXT, label TEXT, source TEXT, domain TEXT, "
                       "count INTEGER, " FIGURES ", samples INTEGER",
                       ", PRIMARY KEY (run_id, method)"},
    [TABLE_EDGES] = {"edges", "caller INTEGER, callee INTEGER, count INTEGER, " FIGURES, ""},
    [TABLE_CALLS] = {"calls",
                     "thread INTEGER, cpu INTEGER, kind TEXT, name TEXT, method INTEGER, depth INTEGER, start_ns "
                     "INTEGER, end_ns INTEGER, ended TEXT",
                     ""},
    [TABLE_STATES] = {"states",
                      "thread INTEGER, state TEXT, reason TEXT, cpu INTEGER, waker INTEGER, start_ns INTEGER, end_ns "
                      "INTEGER, ended INTEGER",
                      ""},
    [TABLE_EVENTS] = {"events",
                      "event INTEGER, time_ns INTEGER, cpu INTEGER, level INTEGER, thread INTEGER, name TEXT, own "
                      "INTEGER, value, text TEXT",
                      ", PRIMARY KEY (event)"},
    [TABLE_FIELDS] = {"fields", "event INTEGER, name TEXT, value", ""},
    [TABLE_SAMPLES] = {"samples",
                       "sample INTEGER, time_ns INTEGER, cpu INTEGER, thread INTEGER, state TEXT, weight INTEGER, "
                       "stack INTEGER, ns INTEGER",
                       ", PRIMARY KEY (sample)"},
    [TABLE_FRAMES] = {"frames", "frame INTEGER, name TEXT, method INTEGER, source TEXT, line INTEGER",
                      ", PRIMARY KEY (frame)"},
    [TABLE_STACKS] = {"stacks", "stack INTEGER, depth INTEGER, frame INTEGER", ""},
    [TABLE_COUNTERS] = {"counters", "name TEXT, time_ns INTEGER, value INTEGER", ""},
    [TABLE_LEDGER] = {"ledger", "account TEXT, ns INTEGER, ticks INTEGER, error_ns INTEGER",
                      ", PRIMARY KEY (run_id, account)"},
    [TABLE_DOMAINS] = {"domains",
                       "name TEXT, number INTEGER, domains INTEGER, start_ns INTEGER, end_ns INTEGER, exit_status "
                       "INTEGER, threads INTEGER, running_ns INTEGER, running_error_ns INTEGER, samples INTEGER, "
                       "allocated_bytes INTEGER, collections INTEGER, calls INTEGER, served INTEGER, ledger_ns INTEGER",
                       ""},
    [TABLE_DOMAIN_LEDGER] = {"domain_ledger",
                             "domain INTEGER, account TEXT, ns INTEGER, ticks INTEGER, error_ns INTEGER", ""},
    [TABLE_PROCESSORS] =
        {"processors",
         "processor INTEGER, busy_ns INTEGER, busy_error_ns INTEGER, idle_ns INTEGER, idle_error_ns "
         "INTEGER, stolen_ns INTEGER, stolen_error_ns INTEGER, lock_ns INTEGER, lock_error_ns INTEGER, "
         "elapsed_ns INTEGER, came INTEGER, went INTEGER",
         ", PRIMARY KEY (run_id, processor)"},
    [TABLE_PROCESSOR_LEDGER] = {"processor_ledger",
                                "processor INTEGER, account TEXT, ns INTEGER, ticks INTEGER, error_ns INTEGER",
                                ", PRIMARY KEY (run_id, processor, account)"},
    [TABLE_KERNEL_LOCK] =
        {"kernel_lock",
         "processor INTEGER, takes INTEGER, waits INTEGER, waited_ns INTEGER, longest_wait_ns INTEGER, "
         "held_ns INTEGER, longest_hold_ns INTEGER",
         ", PRIMARY KEY (run_id, processor)"},
    [TABLE_WORLD_STOPS] = {"world_stops",
                           "time_ns INTEGER, processor INTEGER, last INTEGER, reason TEXT, waited_ns INTEGER, stood_ns "
                           "INTEGER",
                           ""},
    [TABLE_MONITOR_WAITS] =
        {"monitor_waits",
         "thread INTEGER, owner INTEGER, class TEXT, method TEXT, object INTEGER, start_ns INTEGER, "
         "waited_ns INTEGER",
         ""},
    [TABLE_LOSSES] = {"losses", "cause TEXT, count INTEGER", ", PRIMARY KEY (run_id, cause)"},
    [TABLE_ALLOCATIONS] = {"allocations",
                           "class TEXT, method TEXT, line INTEGER, bytecode_index INTEGER, kind TEXT, thread INTEGER, "
                           "objects INTEGER, bytes INTEGER",
                           ""},
    [TABLE_SITE_AGES] = {"site_ages",
                         "class TEXT, method TEXT, line INTEGER, bytecode_index INTEGER, kind TEXT, age INTEGER, "
                         "objects INTEGER, bytes INTEGER",
                         ""},
    [TABLE_AGES] = {"ages", "class TEXT, age INTEGER, objects INTEGER, bytes INTEGER", ""},
    [TABLE_CENSUSES] = {"censuses",
                        "census INTEGER, time_ns INTEGER, reason TEXT, class TEXT, objects INTEGER, bytes INTEGER, "
                        "fixed_objects INTEGER, fixed_bytes INTEGER",
                        ""},
};

const char database_views[] =
    "CREATE VIEW IF NOT EXISTS switches AS SELECT run_id, time_ns, cpu, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'from') AS left_by, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'to') AS taken_by, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'reason') AS reason "
    "FROM events e WHERE name = 'thread_switch' AND NOT own;"
    "CREATE VIEW IF NOT EXISTS allocation_events AS SELECT run_id, time_ns, thread, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'class') AS class, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'method') AS method, "
    "(SELECT f.value FROM fields f WHERE f.event = e.event AND f.name = 'bytes') AS bytes "
    "FROM events e WHERE name = 'allocate' AND NOT own;"
    "CREATE VIEW IF NOT EXISTS collections AS SELECT c.run_id, c.thread, c.name, c.start_ns, c.end_ns, c.end_ns - "
    "c.start_ns AS ns, "
    "(SELECT f.value FROM events e JOIN fields f ON f.event = e.event WHERE e.name = 'collection_end' AND NOT e.own "
    "AND e.run_id = c.run_id AND e.time_ns = c.end_ns AND e.thread = c.thread AND f.name = 'live') AS live_bytes, "
    "(SELECT f.value FROM events e JOIN fields f ON f.event = e.event WHERE e.name = 'collection_end' AND NOT e.own "
    "AND e.run_id = c.run_id AND e.time_ns = c.end_ns AND e.thread = c.thread AND f.name = 'freed') AS freed_bytes "
    "FROM calls c WHERE c.kind = 'collection';"
    "CREATE VIEW IF NOT EXISTS heap_over_time AS SELECT u.run_id, u.time_ns, u.value AS used_bytes, "
    "(SELECT c.value FROM counters c WHERE c.run_id = u.run_id AND c.name = 'heap committed' AND c.time_ns >= "
    "u.time_ns ORDER BY c.time_ns LIMIT 1) AS committed_bytes, "
    "(SELECT c.value FROM counters c WHERE c.run_id = u.run_id AND c.name = 'heap young' AND c.time_ns >= u.time_ns "
    "ORDER BY c.time_ns LIMIT 1) AS young_bytes, "
    "(SELECT c.value FROM counters c WHERE c.run_id = u.run_id AND c.name = 'heap old' AND c.time_ns >= u.time_ns "
    "ORDER BY c.time_ns LIMIT 1) AS old_bytes, "
    "(SELECT c.value FROM counters c WHERE c.run_id = u.run_id AND c.name = 'heap large' AND c.time_ns >= u.time_ns "
    "ORDER BY c.time_ns LIMIT 1) AS large_bytes FROM counters u WHERE u.name = 'heap used';"
    "CREATE INDEX IF NOT EXISTS counters_name ON counters(run_id, name, time_ns);"
    "CREATE INDEX IF NOT EXISTS fields_event ON fields(event);"
    "CREATE INDEX IF NOT EXISTS events_name ON events(name, time_ns);"
    "CREATE INDEX IF NOT EXISTS stacks_stack ON stacks(stack);"
    "CREATE INDEX IF NOT EXISTS calls_method ON calls(run_id, method);"
    "CREATE INDEX IF NOT EXISTS states_thread ON states(run_id, thread, start_ns);";
