# Each tests/fuzz/NAME.c is one program, of clang's libFuzzer, with a corpus in tests/fuzz/corpus/NAME and the inputs
# that found mistakes in tests/fuzz/found/NAME. The arena is one of their own, in which an overrun is seen.

FUZZ_CC = clang
FUZZ_SECONDS = 600
# Seeds of tests/portal_fuzz.t, sizes at random of tests/sizes.t, and how long tests/mixed.t runs on each machine
FUZZ_PORTALS = 200
FUZZ_SIZES = 1000
FUZZ_SOAK = 20m
FUZZ_SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS = $(DIALECT) -Wno-microsoft-anon-tag -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O1 -g -fno-omit-frame-pointer \
  -fno-strict-aliasing -fno-pie -fsanitize=fuzzer-no-link $(FUZZ_SANITIZE) -MMD -MP
fuzz.words = $(FUZZ_CC) $(FUZZ_FLAGS)
FUZZ_NAMES = $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/common%,$(wildcard tests/fuzz/*.c)))
FUZZ_PROGRAMS = $(addprefix $(BUILD)/fuzz/,$(FUZZ_NAMES))

$(BUILD)/fuzz/%.c.o: %.c $(BUILD)/flags/fuzz
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) -c $< -o $@

$(BUILD)/fuzz/%.S.o: %.S $(BUILD)/flags/fuzz
	@mkdir -p $(@D)
	$(CC) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/fuzz/libportable.a: $(call object,fuzz,$(PORTABLE_SOURCES))
	rm -f $@ && ar rcs $@ $^

$(BUILD)/fuzz/libviz.a: $(call object,fuzz,$(filter-out viz/main.c,$(VIZ_SOURCES)))
	rm -f $@ && ar rcs $@ $^

# If two functions have one name the kernel's is linked, but where the tool is fuzzed; the tool takes the reader and the
# patterns from libportable.a. $(1): whose objects, fuzz or test; $(2): the folder of the programs
define fuzz_programs
$(2)/classfile $(2)/stackmap: $(call object,fuzz,$(addprefix tests/fuzz/common_,class.c read.c))
$(2)/jar: FUZZ_LINK = $$(filter %/libviz.a,$$^) $$(filter %/libportable.a,$$^) -Wl,--wrap=file_map,--wrap=file_unmap,--wrap=realpath
$(2)/region: FUZZ_LINK = $$(filter %/libviz.a,$$^) $$(filter %/libportable.a,$$^) -Wl,--wrap=process_filter,--wrap=problem_print
$(2)/region: $(call object,$(1),viz/test/make_region.c)
$(2)/link: FUZZ_LINK = $$(filter %/libportable.a,$$^)
$(2)/link: $(call object,$(1),$(addprefix viz/net/,address.c connection.c datagram.c lookup.c))
$(addprefix $(2)/,$(FUZZ_NAMES)): $(2)/%: $(BUILD)/fuzz/tests/fuzz/%.c.o $(call object,fuzz,tests/fuzz/common_arena.c) \
  $(call object,$(1),$(HOST_HOOKS)) $(BUILD)/$(1)/libportable.a $(BUILD)/$(1)/libviz.a
	@mkdir -p $$(@D)
	$(FUZZ_CC) -fsanitize=fuzzer $(FUZZ_SANITIZE) -no-pie -o $$@ $$(filter %.o,$$^) $$(FUZZ_LINK) $(HOST_LIBS)
endef
FUZZ_LINK = $(filter %/libportable.a,$^) $(filter %/libviz.a,$^) $(filter %/libportable.a,$^)
$(eval $(call fuzz_programs,fuzz,$(BUILD)/fuzz))
$(eval $(call fuzz_programs,test,$(BUILD)/fuzz-brief))

# Those of fuzz-brief are made of the unit tests' objects, which costs no second build: tests/fuzz.t takes them, but
# for WITH=full. They do not see which branches an input takes.
tests-built: $(addprefix $(if $(filter full,$(WITH_NAMES)),$(BUILD)/fuzz/,$(BUILD)/fuzz-brief/),$(FUZZ_NAMES))

# Inputs that were found are left in $(BUILD)/fuzz/found; tests/fuzz/README.md says what to do with them.
.PHONY: fuzz
fuzz:
	@.ci/deps $(DEPS) $(FUZZ_DEPS)
	@$(SUBMAKE) $(FUZZ_PROGRAMS)
	@printf '%s\n' $(FUZZ_NAMES) | BUILD="$(abspath $(BUILD))" xargs -P $(JOBS) -I NAME tests/fuzz/run NAME $(FUZZ_SECONDS)
	@$(SUBMAKE) all
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$$((2 * $(FUZZ_SECONDS))) prove tests/rights.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$(FUZZ_PORTALS) prove tests/portal_fuzz.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$(FUZZ_SIZES) prove tests/sizes.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) SOAK=$(FUZZ_SOAK) prove tests/mixed.t

# The soak programs at their full size: 20 GB on Linux, 2 GB in QEMU, in a heap of 64 MiB; 200,000 classes in 20,000
# loaders on both.
.PHONY: soak
soak: all
	@.ci/deps $(JSON_DEPS)
	MACHINES=linux SOAK_MIB=20480 BUILD="$(abspath $(BUILD))" prove -v tests/collect.t
	MACHINES=qemu SOAK_MIB=2048 BUILD="$(abspath $(BUILD))" prove -v tests/collect.t
	SOAK_LOADERS=20000 BUILD="$(abspath $(BUILD))" prove -v tests/unload.t
