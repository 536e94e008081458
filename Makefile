# Gnomon. `make help` lists what can be made; `make demo` is the place to begin.
#
# Three builds of the same sources: the guest objects (kernel, translator, log: freestanding, linked once for the bare machine
# and once as a Linux process), the host tool, and the unit tests (the portable sources for the host, under ASan and UBSan).

CC = gcc
BUILD = build
MODE ?= release
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
INCLUDES = -I.

# ---- Guest

GUEST_FLAGS = -std=gnu17 $(WARNINGS) $(INCLUDES) -O2 -g -ffreestanding -fno-pic -fno-pie -mcmodel=small -mno-red-zone \
  -fno-omit-frame-pointer -ffixed-r15 -fno-stack-protector -fno-asynchronous-unwind-tables -fno-strict-aliasing -fcf-protection=none \
  -fno-tree-loop-distribute-patterns -MMD -MP
GUEST_INTEGER_FLAGS = -mgeneral-regs-only
GUEST_SOURCES = $(wildcard kernel/*.c kernel/*.S kernel/natives/*.c translator/*.c log/*.c)
PC_SOURCES = $(wildcard boot/pc/*.c boot/pc/*.S)
LINUX_SOURCES = $(wildcard boot/linux/*.c boot/linux/*.S)
object = $(patsubst %,$(BUILD)/guest/%.o,$(1))
GUEST_OBJECTS = $(call object,$(GUEST_SOURCES))

# ---- Host

HOST_FLAGS = -std=gnu17 -D_GNU_SOURCE $(WARNINGS) $(INCLUDES) -O2 -g -MMD -MP
HOST_LIBS = -lz -lm
VIZ_SOURCES = $(wildcard viz/*.c)
VIZ_OBJECTS = $(patsubst %,$(BUILD)/host/%.o,$(VIZ_SOURCES))

# ---- Unit tests: every */test/*_test.c is one program that prints TAP

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
TEST_FLAGS = -std=gnu17 -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O1 -g -fno-strict-aliasing -fno-pie $(SANITIZE) -MMD -MP
PORTABLE_SOURCES = $(wildcard translator/*.c) $(addprefix kernel/,$(PORTABLE_KERNEL)) $(addprefix log/,$(PORTABLE_LOG)) \
  $(wildcard tests/host/*.c tests/host/*.S tests/verify/*.c)
PORTABLE_KERNEL = inflate.c jimage.c options.c print.c watch.c
PORTABLE_LOG = event.c inline.c interrupt.c ledger.c names.c output.c probe_offsets.c region.c stacks.c stream.c thread.c timing.c
PORTABLE_OBJECTS = $(patsubst %,$(BUILD)/test/%.o,$(PORTABLE_SOURCES))
TEST_SOURCES = $(wildcard kernel/test/*_test.c translator/test/*_test.c log/test/*_test.c viz/test/*_test.c)
TEST_PROGRAMS = $(patsubst %.c,$(BUILD)/test/%,$(TEST_SOURCES))

.PHONY: help deps all demo test check bench gdb clean
.DEFAULT_GOAL := help

help:
	@echo 'make deps    install what is needed (Debian packages)'
	@echo 'make all     build the kernel for both machines, and the host tool'
	@echo 'make demo    run an example on bare metal in QEMU, with report and pictures in demo/'
	@echo 'make test    all tests'
	@echo 'make check   clang-tidy, cppcheck and the rules of the layout'
	@echo 'make bench   measurements, into build/bench.json'
	@echo 'make gdb     run the example in QEMU under gdb'
	@echo 'make clean   remove what was built'

all: $(BUILD)/gnomon $(BUILD)/pc/gnomon.elf $(BUILD)/linux/gnomon-kernel

$(BUILD)/guest/%_fp.c.o: %_fp.c
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) -msse2 -mfpmath=sse -ffp-contract=off -c $< -o $@

$(BUILD)/guest/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) $(GUEST_INTEGER_FLAGS) -c $< -o $@

$(BUILD)/guest/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) -c $< -o $@

$(BUILD)/pc/gnomon.elf: $(GUEST_OBJECTS) $(call object,$(PC_SOURCES)) boot/pc/pc.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/pc/pc.ld $(filter %.o,$^)

$(BUILD)/linux/gnomon-kernel: $(GUEST_OBJECTS) $(call object,$(LINUX_SOURCES)) boot/linux/linux.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/linux/linux.ld $(filter %.o,$^)

# The machine layer alone, with a small kernel that tests it (tests/boot.t)
BOOT_TEST_SOURCES = $(addprefix kernel/,machine.c print.c print_console.c string.c panic.c memory.c interrupt.c) boot/test/main.c boot/test/probe.S

$(BUILD)/boot-test/pc.elf: $(call object,$(BOOT_TEST_SOURCES) $(PC_SOURCES)) boot/pc/pc.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/pc/pc.ld $(filter %.o,$^)

$(BUILD)/boot-test/linux: $(call object,$(BOOT_TEST_SOURCES) $(LINUX_SOURCES)) boot/linux/linux.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/linux/linux.ld $(filter %.o,$^)

$(BUILD)/gnomon: $(VIZ_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(VIZ_OBJECTS) $(HOST_LIBS)

# The classes with which a program logs: on the guest's class path, and for `java` to run the same program.
JAVAC_FLAGS = --release 17 -Xlint:all -Werror -XDstringConcat=inline
$(BUILD)/gnomon.jar: $(wildcard log/java/gnomon/*.java)
	@mkdir -p $(BUILD)/java
	javac $(JAVAC_FLAGS) -d $(BUILD)/java $^
	jar --create --no-manifest --date=1980-01-01T00:00:02Z --file $@ -C $(BUILD)/java gnomon

$(BUILD)/host/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -c $< -o $@

$(BUILD)/test/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

$(BUILD)/test/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

$(BUILD)/test/libportable.a: $(PORTABLE_OBJECTS)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/test/%_test: $(BUILD)/test/%_test.c.o $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ -lz -lm

clean:
	rm -rf $(BUILD) demo

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
