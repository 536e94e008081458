# Measurements: tests/bench/run prints rows into $(BUILD)/bench.json. What the probes cost is a program of the host.

BENCH_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O2 -g -fno-strict-aliasing -fno-pie -no-pie
bench.words = $(CC) $(BENCH_FLAGS)
# The log without what needs a machine: its clock and its calibration, its interrupts and the thread that controls it
BENCH_PROBES_SOURCES = log/test/probes_bench.c log/probes.S base/encode.c base/lock_order.c base/text_hash.c tests/host/self.c \
  $(filter-out $(addprefix log/,calibrate.c clock.c control.c counters.c heap.c input.c interrupt.c log.c offset.c output.c sampler.c), \
    $(wildcard log/*.c))
$(BUILD)/bench/probes: $(BENCH_PROBES_SOURCES) $(BUILD)/flags/bench
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -MMD -MP -MF $@.d -MT $@ -o $@ $(BENCH_PROBES_SOURCES)

.PHONY: bench
bench: all $(BUILD)/bench/done $(BUILD)/bench/probes $(BUILD)/examples/jdbc/done
	@.ci/deps $(ISO_DEPS) $(ISO_TEST_DEPS) $(JSON_DEPS)
	BUILD="$(abspath $(BUILD))" tests/bench/run
