# Unit tests (every */test/*_test.c is one program that prints TAP), races (*_race.c), and the whole-system tests in
# tests/*.t.

# -g1: what a sanitizer finds is said by line, and the tests are compiled in less time
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
TEST_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O1 -g1 -fno-strict-aliasing -fno-pie $(SANITIZE) -MMD -MP
test.words = $(CC) $(TEST_FLAGS)

# What needs no hardware compiles for the host too. All files of these folders but those that need hardware, or whose
# test includes them
HOST_FOLDERS = base translator translator/reader log $(addprefix kernel/,memory heap classes link files net)
NEEDS_HARDWARE = log/calibrate.c log/calibrate.S log/clock.c log/control.c log/log.c log/probes.S log/ticks.c \
  $(addprefix kernel/,memory/branch.c memory/scratch.c classes/class_place.c files/file_window.c)
# These of the other folders
HOST_FILES = $(addprefix kernel/,code/code code/code_log instruments/allocation \
  $(addprefix core/,dispatch kernel_lock memory options place policy policy_thread scheduler shares sleepers) \
  $(addprefix run/,array_copy enter java_threads monitor roots thread_state trace unwind values) \
  $(addprefix natives/,array zip zlib exponential_fp math_fp power_fp reduce_fp trigonometry_fp widen_fp))
PORTABLE_SOURCES = $(filter-out $(NEEDS_HARDWARE),$(call sources,$(HOST_FOLDERS))) $(addsuffix .c,$(HOST_FILES)) \
  $(filter-out $(HOST_HOOKS),$(call sources,tests/host tests/verify)) viz/verify/world.c
# Linked as an object, before the library: so a hook does not bring the room that implements it into a test that does
# not need that room
HOST_HOOKS = tests/host/hooks.c
TEST_PROGRAMS = $(patsubst %.c,$(BUILD)/test/%,$(wildcard */test/*_test.c */*/test/*_test.c */*/*/test/*_test.c))
RACE_PROGRAMS = $(patsubst %.c,$(BUILD)/race/%,$(wildcard */test/*_race.c */*/test/*_race.c */*/*/test/*_race.c))

$(BUILD)/test/%.c.o: %.c $(BUILD)/flags/test
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

# It defines the functions of C's library that zlib calls, which the sanitizers have in their hands
$(BUILD)/test/kernel/natives/zlib.c.o: private TEST_FLAGS += -Dmalloc=zlib_malloc -Dfree=zlib_no_free -D__stack_chk_fail=zlib_stack_fail

$(BUILD)/test/%.S.o: %.S $(BUILD)/flags/test
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

$(BUILD)/test/libportable.a: $(call object,test,$(PORTABLE_SOURCES))
	rm -f $@ && ar rcs $@ $^

$(BUILD)/test/libviz.a: $(call object,test,$(filter-out viz/main.c,$(VIZ_SOURCES)))
	rm -f $@ && ar rcs $@ $^

MAKE_REGION = $(BUILD)/test/viz/test/make_region.c.o $(BUILD)/test/libviz.a
$(BUILD)/test/viz/test/%_test: $(BUILD)/test/viz/test/%_test.c.o $(MAKE_REGION) $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

# make_region, for tests of the tool, writes regions of known content; fake_kernel stands in for a kernel in tests of
# `gnomon run`
$(BUILD)/test/viz/test/make_region: $(BUILD)/test/viz/test/make_region_main.c.o $(MAKE_REGION) $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

$(BUILD)/test/viz/test/fake_kernel: $(BUILD)/test/viz/test/fake_kernel.c.o $(MAKE_REGION)
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

$(BUILD)/test/%_test: $(BUILD)/test/%_test.c.o $(BUILD)/test/$(HOST_HOOKS).o $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ -lz -lm -lquadmath

# Several processors at once are threads of the host under ThreadSanitizer: every *_race.c is one program, which
# includes what it tests. ThreadSanitizer cannot follow fences
RACE_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/race -Itests/host $(INCLUDES) -O1 -g1 -fno-strict-aliasing -fno-pie \
  -ffunction-sections -fdata-sections -fsanitize=thread -Wno-tsan
race.words = $(CC) $(RACE_FLAGS)
$(BUILD)/race/%_race: %_race.c tests/host/tap.c tests/race/panic.c $(BUILD)/flags/race
	@mkdir -p $(@D)
	$(CC) $(RACE_FLAGS) -MMD -MP -MF $@.d -MT $@ -no-pie -Wl,--gc-sections -o $@ tests/host/tap.c tests/race/panic.c $<

# For tests of the instruments: counts, inside QEMU, how often each instruction was executed
$(BUILD)/tests/count.so: tests/plugin/count.c $(BUILD)/flags/host
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -shared -fPIC -o $@ $<

# Small kernels that test the machine layer alone (tests/boot.t), and the log alone on a machine (tests/log.t)
MACHINE_TEST_SOURCES = base/counter_rate.c base/lock_order.c base/print.c base/string.c \
  $(addprefix kernel/core/,cpu.c machine.c print_console.c panic.c memory.c interrupt.c) boot/test/hooks.c
BOOT_TEST_SOURCES = $(MACHINE_TEST_SOURCES) boot/test/main.c boot/test/processors.c boot/test/probe.S
LOG_TEST_SOURCES = $(MACHINE_TEST_SOURCES) base/encode.c base/text_hash.c log/test/machine/main.c $(call sources,log)
$(eval $(call kernel_image,$(BUILD)/boot-test/pc.elf,pc,$(call object,guest,$(BOOT_TEST_SOURCES) $(PC_SOURCES))))
$(eval $(call kernel_image,$(BUILD)/boot-test/linux,linux,$(call object,guest,$(BOOT_TEST_SOURCES) $(LINUX_SOURCES))))
$(eval $(call kernel_image,$(BUILD)/log-test/pc.elf,pc,$(call object,guest,$(LOG_TEST_SOURCES) $(PC_SOURCES))))
$(eval $(call kernel_image,$(BUILD)/log-test/linux,linux,$(call object,guest,$(LOG_TEST_SOURCES) $(LINUX_SOURCES))))
TEST_KERNELS = $(foreach kernel,boot-test log-test,$(BUILD)/$(kernel)/pc.elf $(BUILD)/$(kernel)/linux)

UNIT_TESTS = $(TEST_PROGRAMS) $(RACE_PROGRAMS)
.PHONY: tests-built
tests-built: $(UNIT_TESTS) $(TEST_KERNELS) $(BUILD)/bench/probes $(BUILD)/tests/count.so \
  $(addprefix $(BUILD)/test/viz/test/,make_region fake_kernel) $(patsubst %,$(BUILD)/%/done,$(EXAMPLES)) $(BUILD)/classes/done

# ---- Running them (tests/lib/Results.pm keeps the results in $(RESULTS))

RESULTS ?= $(abspath $(BUILD))/results.sqlite
export RESULTS
# $(1): test, quick or some; $(2): the files
prove = BUILD="$(abspath $(BUILD))" WITH="$(WITH)" KIND=$(1) HARNESS_RULESFILE=tests/testrules.yml PERL5LIB=tests/lib \
  prove --harness Results -j $(JOBS) --timer $(2)
comma = ,
# The circumstances of `make test WITH=NAME,NAME`, from tests/lib/Permutations.pm
PERMUTATIONS = $(shell perl -Itests/lib -MPermutations -e 'print "@Permutations::names"')
WITH =
WITH_NAMES = $(subst $(comma), ,$(WITH))
# Unit tests start no guest, and run under the sanitizers always: with the other names they would be the same again
TESTED = $(if $(filter-out asan full,$(WITH_NAMES)),,$(UNIT_TESTS)) $(wildcard tests/*.t)
FILES = $(TESTED)

.PHONY: test quick test-report known-permutation
known-permutation:
	$(if $(filter-out $(PERMUTATIONS),$(WITH_NAMES)),$(error WITH=$(WITH): expected names of $(PERMUTATIONS)))@:

test: known-permutation
	@.ci/deps $(ALL_TEST_DEPS)
	@$(SUBMAKE) all tests-built $(if $(filter asan,$(WITH_NAMES)),asan)
	$(if $(filter-out asan full,$(WITH_NAMES)),@echo 'WITH=$(WITH): unit tests are left out: they start no guest')
	$(call prove,$(if $(filter-out $(TESTED),$(FILES))$(filter-out $(FILES),$(TESTED)),some,test),$(FILES))

# What says within a minute whether something is broken: the rules of the sources, tests/smoke.t, which runs a program
# on each machine, the cheapest of the other files, and the unit tests but those that take longer than ten seconds
QUICK = $(addprefix tests/,layout.t words.t smoke.t objects.t narrow.t cycles.t leaves.t cli.t dump.t trace.t deadlock.t)
SLOW_UNIT_TESTS = $(addprefix $(BUILD)/test/,$(addprefix translator/test/,emit_test ssa_test code_test exec_test) viz/test/reader_test \
  translator/reader/test/verify_mutation_test kernel/memory/test/scratch_test log/test/timing_test)
QUICK_UNIT_TESTS = $(filter-out $(SLOW_UNIT_TESTS),$(UNIT_TESTS))
quick:
	@.ci/deps $(DEPS) $(JSON_DEPS)
	@$(SUBMAKE) all $(QUICK_UNIT_TESTS) $(BUILD)/test/viz/test/make_region $(BUILD)/examples/done $(BUILD)/classes/done
	$(call prove,quick,$(QUICK) $(QUICK_UNIT_TESTS))

test-report:
	@BUILD="$(BUILD)" tests/report

# The tool under the sanitizers, beside links to what it finds beside itself
.PHONY: asan
asan: $(addprefix $(BUILD)/asan/,gnomon gnomon-verify pc linux gnomon.jar)
$(BUILD)/asan/gnomon: $(call object,test,$(TOOL_SOURCES))
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)
$(BUILD)/asan/gnomon-verify: $(call object,test,$(VERIFY_SOURCES))
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) -no-pie -o $@ $^
$(BUILD)/asan/pc $(BUILD)/asan/linux $(BUILD)/asan/gnomon.jar: $(BUILD)/pc/gnomon.elf $(BUILD)/linux/gnomon-kernel $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	ln -sfn ../$(@F) $@

# Unit tests are left to the sanitizers under which they run. clang does not know all of GCC's options
CHECK_FLAGS = $(filter-out -Wconversion -Warith-conversion -ffixed-r15 -fno-tree-loop-distribute-patterns -MMD -MP,$(GUEST_FLAGS))
CHECK_SOURCES = $(filter %.c,$(GUEST_SOURCES) $(PC_SOURCES) $(LINUX_SOURCES))

.PHONY: check
check:
	@.ci/deps $(DEPS) $(TEST_DEPS) $(JSON_DEPS) $(CHECK_DEPS)
	@$(SUBMAKE) all
	@echo clang-tidy
	@printf '%s\n' $(filter %.c,$(VIZ_SOURCES)) | xargs -P $(JOBS) -n 4 sh -c 'clang-tidy --quiet "$$@" -- $(HOST_FLAGS)' sh
	@printf '%s\n' $(CHECK_SOURCES) | xargs -P $(JOBS) -n 8 sh -c 'clang-tidy --quiet "$$@" -- $(CHECK_FLAGS)' sh
	cppcheck --quiet -j $(JOBS) --std=c11 --enable=warning,performance,portability --inline-suppr \
	  --suppressions-list=.ci/cppcheck-suppressions --error-exitcode=1 $(patsubst %,-i%,$(wildcard */test */*/test)) -I. base log translator kernel boot viz
	prove tests/layout.t tests/words.t tests/cycles.t tests/leaves.t
