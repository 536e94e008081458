// Lines on the console between which the host finds what the kernel says of threads and processors.
#ifndef LOG_CONSOLE_H
#define LOG_CONSOLE_H

#define THREAD_REPORT_BEGIN "gnomon: the threads:"
#define THREAD_REPORT_END "gnomon: end of the threads"
// What the other processors did when one of several panicked.
#define PROCESSOR_REPORT_BEGIN "gnomon: the other processors:"
#define PROCESSOR_REPORT_END "gnomon: end of the processors"

#endif
