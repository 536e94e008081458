// The tables of the SQLite database, and its views.
#ifndef VIZ_EXPORT_DATABASE_TABLES_H
#define VIZ_EXPORT_DATABASE_TABLES_H

enum table {
    TABLE_RUNS,
    TABLE_RECORDING,
    TABLE_THREADS,
    TABLE_METHODS,
    TABLE_EDGES,
    TABLE_CALLS,
    TABLE_STATES,
    TABLE_EVENTS,
    TABLE_FIELDS,
    TABLE_SAMPLES,
    TABLE_FRAMES,
    TABLE_STACKS,
    TABLE_COUNTERS,
    TABLE_LEDGER,
    TABLE_DOMAINS,
    TABLE_DOMAIN_LEDGER,
    TABLE_PROCESSORS,
    TABLE_PROCESSOR_LEDGER,
    TABLE_KERNEL_LOCK,
    TABLE_WORLD_STOPS,
    TABLE_MONITOR_WAITS,
    TABLE_LOSSES,
    TABLE_ALLOCATIONS,
    TABLE_SITE_AGES,
    TABLE_AGES,
    TABLE_CENSUSES,
    TABLES
};

// The columns that follow run_id, in whose order each row is inserted, and what else the table has.
struct database_table {
    const char *name, *columns, *constraint;
};
extern const struct database_table database_tables[TABLES];
extern const char database_views[];

#endif
