# Gnomon. `make help` lists the targets; `make demo` is the place to begin.
#
# Three builds of the same sources: the guest objects (kernel, translator, log: freestanding, linked once for the bare
# machine and once as a Linux process), the host tool, and the unit tests (the portable sources for the host, under ASan
# and UBSan).
#
# mk/: java.mk (gnomon.jar, examples, classes of tests), test.mk (unit tests, whole-system tests, checkers), fuzz.mk,
# bench.mk, packages.mk (Debian's packages), install.mk (install, deb), demo.mk (demos, pictures).

CC = gcc
BUILD = build
ifneq ($(words $(BUILD)),1)
$(error BUILD must be one word: make takes no spaces)
endif
# How many compilers, and how many test files, run at once
JOBS ?= $(shell nproc)
SUBMAKE = $(MAKE) --no-print-directory -j $(JOBS)

WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
# A struct that begins with another has the members of that one as its own (struct thread)
DIALECT = -std=gnu17 -fms-extensions
INCLUDES = -I.
object = $(patsubst %,$(BUILD)/$(1)/%.o,$(2))
# The C and assembly sources in these folders, without those of the folders below
sources = $(foreach folder,$(1),$(wildcard $(folder)/*.c $(folder)/*.S))
# The folders of the kernel, at any depth, without the tests
KERNEL_FOLDERS = $(sort $(patsubst %/,%,$(filter-out %/test/ %/java/,$(wildcard kernel/ kernel/*/ kernel/*/*/))))

.PHONY: help all clean FORCE
.DEFAULT_GOAL := help
.SECONDARY:
.DELETE_ON_ERROR:

help:
	@echo 'make deps    install the Debian packages that the build and the tests need'
	@echo 'make all     build the kernel for both machines, and the host tool'
	@echo 'make install into PREFIX (/usr/local), below DESTDIR if that is given'
	@echo 'make deb     a Debian package, $(BUILD)/gnomon_VERSION_amd64.deb'
	@echo 'make demo    run two examples on bare metal in QEMU, with reports and pictures in demo/'
	@echo 'make demo-components   run two systems of components, with reports by domain'
	@echo 'make demo-schedulers   run the same threads with three schedulers, with pictures of each'
	@echo 'make demo-postgresql   a JDBC driver in the guest, and its database on the host'
	@echo 'make demo-http   a web server in the guest, under load from a client on the host'
	@echo 'make pictures  the pictures of the documents, in docs/pictures/'
	@echo 'make quick   unit tests, the layout, a program on each machine: about a minute'
	@echo 'make test    all tests. FILES="tests/a.t tests/b.t": these only. WITH=NAME,NAME: in other circumstances ($(PERMUTATIONS))'
	@echo 'make test-report   the slowest tests of the last runs, those that failed and passed at one commit, and when all passed'
	@echo 'make check   clang-format, clang-tidy, cppcheck and the rules of the layout'
	@echo 'make fuzz    look for input, calls, sizes and orders of events that break something, FUZZ_SECONDS (600) for each kind;'
	@echo '             FUZZ_PORTALS, FUZZ_SIZES, FUZZ_SOAK'
	@echo 'make soak    the programs that fill and empty the heap, at full size'
	@echo 'make bench   measurements, into $(BUILD)/bench.json'
	@echo 'make gdb     run the example in QEMU under gdb'
	@echo 'make clean   remove what was built'

all: $(BUILD)/gnomon $(BUILD)/gnomon-verify $(BUILD)/exact.so $(BUILD)/pc/gnomon.elf $(BUILD)/linux/gnomon-kernel $(BUILD)/gnomon.jar \
  $(addprefix $(BUILD)/share/gnomon.,1 bash zsh)

# Objects depend on $(BUILD)/flags/NAME, which changes when the compiler or its flags do, so `make CC=...` builds them
# again. NAME.words is compared with it.
$(BUILD)/flags/%: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$($*.words)' | cmp -s - $@ || printf '%s\n' '$($*.words)' > $@

# ---- Guest

# No number loses bits unseen: an intended narrowing goes through base/narrow.h, or a cast
NARROWING = -Wconversion -Warith-conversion -Wno-sign-conversion
GUEST_FLAGS = $(DIALECT) $(WARNINGS) $(NARROWING) $(INCLUDES) -O2 -g -ffreestanding -fno-pic -fno-pie -mcmodel=small -mno-red-zone \
  -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -ffixed-r15 -fno-stack-protector -fno-asynchronous-unwind-tables -fno-strict-aliasing \
  -fcf-protection=none -fno-tree-loop-distribute-patterns -MMD -MP
GUEST_INTEGER_FLAGS = -mgeneral-regs-only
GUEST_FLOAT_FLAGS = -msse2 -mfpmath=sse -ffp-contract=off
guest.words = $(CC) $(GUEST_FLAGS) $(GUEST_INTEGER_FLAGS) $(GUEST_FLOAT_FLAGS)

GUEST_SOURCES = $(call sources,base log translator translator/reader $(KERNEL_FOLDERS))
PC_SOURCES = $(call sources,boot/pc)
LINUX_SOURCES = $(call sources,boot/linux)
# The compression of zlib, from the library that the JDK uses as well; kernel/core/foreign.h says how it runs
ZLIB = $(shell $(CC) -print-file-name=libz.a)
ZLIB_MEMBERS = adler32.o crc32.o deflate.o inffast.o inflate.o inftrees.o trees.o zutil.o
GUEST_OBJECTS = $(call object,guest,$(GUEST_SOURCES)) $(BUILD)/guest/zlib.o

$(BUILD)/guest/%_fp.c.o: %_fp.c $(BUILD)/flags/guest
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) $(GUEST_FLOAT_FLAGS) -c $< -o $@

$(BUILD)/guest/%.c.o: %.c $(BUILD)/flags/guest
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) $(GUEST_INTEGER_FLAGS) -c $< -o $@

$(BUILD)/guest/%.S.o: %.S $(BUILD)/flags/guest
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) -c $< -o $@

$(BUILD)/guest/zlib.o: $(ZLIB)
	@rm -rf $@.members && mkdir -p $@.members
	cd $@.members && ar x $(abspath $<) $(ZLIB_MEMBERS) && ld -r -o all.o $(ZLIB_MEMBERS)
	objcopy -R .note.gnu.property -R .eh_frame -R .comment $@.members/all.o $@
	@rm -rf $@.members

# $(1): image, $(2): machine, $(3): objects
define kernel_image
$(1): $(3) boot/$(2)/$(2).ld boot/link.sh
	@mkdir -p $$(@D)
	boot/link.sh $$(CC) $$@ -T boot/$(2)/$(2).ld $$(filter %.o,$$^)
endef
$(eval $(call kernel_image,$(BUILD)/pc/gnomon.elf,pc,$(GUEST_OBJECTS) $(call object,guest,$(PC_SOURCES))))
$(eval $(call kernel_image,$(BUILD)/linux/gnomon-kernel,linux,$(GUEST_OBJECTS) $(call object,guest,$(LINUX_SOURCES))))

# ---- Host

HOST_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) $(INCLUDES) -O2 -g -MMD -MP
# What the kernel has as well is written for the guest's flags
SHARED_FLAGS = -fno-strict-aliasing
HOST_LIBS = -lz -lm -lsqlite3 -ledit -lncursesw -ljansson
host.words = $(CC) $(HOST_FLAGS) $(SHARED_FLAGS)

VIZ_SOURCES = $(filter-out viz/test/% viz/plugin/% viz/verify/%,$(call sources,viz $(patsubst %/,%,$(wildcard viz/*/))))
# The readers of class files and of the JDK's image, which the kernel has as well
READER_SOURCES = $(addprefix translator/reader/,bytecode.c $(notdir $(wildcard translator/reader/classfile*.c)) jimage.c) \
  $(addprefix base/,arena.c print.c text_hash.c)
TOOL_SOURCES = $(VIZ_SOURCES) $(READER_SOURCES) $(addprefix base/,pattern.c link.c link_channel.c traffic.c)
# The kernel's verifier as a program of the host, for the JDK's image
VERIFY_SOURCES = $(call sources,viz/verify) $(wildcard translator/reader/verify*.c) $(READER_SOURCES)

$(BUILD)/gnomon: $(call object,host,$(TOOL_SOURCES))
	@mkdir -p $(@D)
	$(CC) -o $@ $^ $(HOST_LIBS)

$(BUILD)/gnomon-verify: $(call object,host,$(VERIFY_SOURCES))
	@mkdir -p $(@D)
	$(CC) -o $@ $^

# A plugin of QEMU, for gnomon run --exact
$(BUILD)/exact.so: viz/plugin/exact.c $(BUILD)/flags/host
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -shared -fPIC -o $@ $<

# The manual page and completion for bash and zsh
$(BUILD)/share/gnomon.1: $(BUILD)/gnomon
	@mkdir -p $(@D)
	$< help --format man > $@

$(BUILD)/share/gnomon.%: $(BUILD)/gnomon
	@mkdir -p $(@D)
	$< help --format $* > $@

# The page's style and scripts are included in it
$(foreach build,host test fuzz,$(BUILD)/$(build)/viz/html/assets.S.o): $(wildcard viz/html/*.css viz/html/*.js)

$(BUILD)/host/translator/%.o $(BUILD)/host/base/%.o $(BUILD)/host/viz/verify/%.o: private HOST_FLAGS += $(SHARED_FLAGS)

$(BUILD)/host/%.S.o: %.S $(BUILD)/flags/host
	@mkdir -p $(@D)
	$(CC) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/host/%.c.o: %.c $(BUILD)/flags/host
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -c $< -o $@

include mk/java.mk mk/packages.mk mk/test.mk mk/fuzz.mk mk/bench.mk mk/install.mk mk/demo.mk

# QEMU waits for gdb (`gnomon run --gdb`), which connects and stops at the kernel's entry. GDBFLAGS: more for gdb, as
# `-batch -ex bt`
.PHONY: gdb
gdb: all $(BUILD)/examples/done
	@.ci/deps $(GDB_DEPS)
	$(BUILD)/gnomon run --gdb -o $(BUILD)/gdb.data -cp $(BUILD)/examples Abc & guest=$$!; \
	gdb -q $(BUILD)/pc/gnomon.elf -ex 'target remote 127.0.0.1:1234' -ex 'break kernel_main' -ex continue $(GDBFLAGS); \
	kill $$guest 2>/dev/null; true

clean:
	rm -rf $(BUILD) demo

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
