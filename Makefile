# Gnomon. `make help` lists what can be made; `make demo` is the place to begin.
#
# Three builds of the same sources: the guest objects (kernel, translator, log: freestanding, linked once for the bare machine
# and once as a Linux process), the host tool, and the unit tests (the portable sources for the host, under ASan and UBSan).

CC = gcc
BUILD = build
ifneq ($(words $(BUILD)),1)
$(error BUILD must be one word: make takes no spaces)
endif
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror
# A struct that begins with another has its members as its own (struct thread)
DIALECT = -std=gnu17 -fms-extensions
INCLUDES = -I.

# ---- Guest

# No number loses bits unseen: what is meant to goes through base/narrow.h, or a cast
NARROWING = -Wconversion -Warith-conversion -Wno-sign-conversion
GUEST_FLAGS = $(DIALECT) $(WARNINGS) $(NARROWING) $(INCLUDES) -O2 -g -ffreestanding -fno-pic -fno-pie -mcmodel=small -mno-red-zone \
  -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer -ffixed-r15 -fno-stack-protector -fno-asynchronous-unwind-tables -fno-strict-aliasing -fcf-protection=none \
  -fno-tree-loop-distribute-patterns -MMD -MP
GUEST_INTEGER_FLAGS = -mgeneral-regs-only
GUEST_SOURCES = $(wildcard base/*.c log/*.[cS] translator/*.c translator/reader/*.c kernel/*.c kernel/*/*.[cS])
PC_SOURCES = $(wildcard boot/pc/*.c boot/pc/*.S)
LINUX_SOURCES = $(wildcard boot/linux/*.c boot/linux/*.S)
object = $(patsubst %,$(BUILD)/guest/%.o,$(1))
# zlib's compression, from the library that the JDK uses as well; kernel/core/foreign.h says how it runs
ZLIB = $(shell $(CC) -print-file-name=libz.a)
ZLIB_MEMBERS = adler32.o crc32.o deflate.o inffast.o inflate.o inftrees.o trees.o zutil.o
GUEST_OBJECTS = $(call object,$(GUEST_SOURCES)) $(BUILD)/guest/zlib.o

# ---- Host

HOST_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) $(INCLUDES) -O2 -g -MMD -MP
HOST_LIBS = -lz -lm -lsqlite3 -ledit -lncursesw
VIZ_SOURCES = $(filter-out viz/test/% viz/verify/%,$(wildcard viz/*.c viz/*/*.c))
# The readers of class files and of the JDK's image, which the kernel has as well
READER_SOURCES = $(addprefix translator/reader/,bytecode.c $(notdir $(wildcard translator/reader/classfile*.c)) jimage.c) base/arena.c base/print.c base/text_hash.c
VIZ_OBJECTS = $(patsubst %,$(BUILD)/host/%.o,$(VIZ_SOURCES) viz/html/assets.S $(READER_SOURCES) base/pattern.c base/link.c base/link_channel.c base/traffic.c)

# ---- Unit tests: every */test/*_test.c is one program that prints TAP

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
TEST_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O1 -g -fno-strict-aliasing -fno-pie $(SANITIZE) -MMD -MP
PORTABLE_SOURCES = $(wildcard base/*.c translator/*.c translator/reader/*.c) $(addprefix kernel/,$(PORTABLE_KERNEL)) $(addprefix log/,$(PORTABLE_LOG)) \
  $(filter-out $(HOST_HOOKS),$(wildcard tests/host/*.c tests/host/*.S tests/verify/*.c)) viz/verify/world.c
# Linked as an object, before the library: so a hook does not bring the room that implements it into a test that has no need of that room
HOST_HOOKS = tests/host/hooks.c
PORTABLE_KERNEL = $(addprefix core/,dispatch.c kernel_lock.c memory.c options.c place.c policy.c policy_thread.c scheduler.c shares.c sleepers.c) \
  $(addprefix memory/,account.c chains.c chunks.c owner.c store.c scratch_array.c slots.c stacks.c workspace.c) \
  $(addprefix heap/,collect.c collect_copy.c collect_options.c collect_reference.c collect_team.c collect_verify.c figures.c fixed_objects.c handle.c heap.c) \
  $(addprefix classes/,census.c class.c class_access.c class_array.c class_create.c class_find.c class_layout.c class_link.c class_making.c class_tables.c domain.c domain_create.c java_fields.c javastring.c library.c link.c loader.c loader_constraint.c loader_define.c loader_table.c metaspace.c mirror.c module.c nest_host.c symbol.c unload.c watch.c) \
  $(addprefix code/,code.c code_log.c) \
  $(addprefix run/,array_copy.c enter.c java_threads.c monitor.c roots.c thread_state.c trace.c unwind.c values.c) \
  $(addprefix link/,class_init.c class_writer.c dynamic.c dynamic_concat.c dynamic_handle.c dynamic_lambda.c dynamic_record.c dynamic_usual.c link_slot.c) \
  $(addprefix instruments/,allocation.c) \
  $(addprefix files/,file_data.c file_device.c file_error.c file_map.c file_node.c file_notify.c file_open.c file_pipe.c file_ring.c file_select.c file_tree.c files.c) \
  $(addprefix net/,net_address.c net_datagram.c net_group.c net_host.c net_host_datagram.c net_link.c net_option.c net_path.c net_port.c net_right.c net_rule.c net_replay.c net_replay_read.c net_socket.c net_stream.c) \
  $(addprefix natives/,array.c exponential_fp.c math_fp.c power_fp.c reduce_fp.c trigonometry_fp.c widen_fp.c zip.c zlib.c)
PORTABLE_LOG = allocation.c counted.c counters.c event.c heap.c histogram.c inline.c input.c interrupt.c ledger.c names.c offset.c output.c polls.c pool.c probe_offsets.c region.c sampler.c \
  stream.c thread.c timing.c
VIZ_TEST_OBJECTS = $(patsubst %,$(BUILD)/test/%.o,$(filter-out viz/main.c,$(VIZ_SOURCES)) viz/html/assets.S)
PORTABLE_OBJECTS = $(patsubst %,$(BUILD)/test/%.o,$(PORTABLE_SOURCES))
TEST_SOURCES = $(wildcard */test/*_test.c */*/test/*_test.c)
TEST_PROGRAMS = $(patsubst %.c,$(BUILD)/test/%,$(TEST_SOURCES))

# The manual page and completion for bash and zsh
MANUALS = $(addprefix $(BUILD)/share/gnomon.,1 bash zsh)

.PHONY: help deps all install deb demo test check bench gdb clean
.DEFAULT_GOAL := help
.SECONDARY:

help:
	@echo 'make deps    install what the build and the tests need (Debian packages)'
	@echo 'make all     build the kernel for both machines, and the host tool'
	@echo 'make install into PREFIX (/usr/local), below DESTDIR if that is given'
	@echo 'make deb     a Debian package, build/gnomon_VERSION_amd64.deb'
	@echo 'make demo    run two examples on bare metal in QEMU, with reports and pictures in demo/'
	@echo 'make demo-components   run two systems of components, with reports by domain'
	@echo 'make demo-schedulers   run the same threads with three schedulers, with pictures of each'
	@echo 'make demo-postgresql  a JDBC driver in the guest, and its database on the host'
	@echo 'make demo-http   a web server in the guest, under load from a client on the host'
	@echo 'make pictures  the pictures of the documents, in docs/pictures/'
	@echo 'make test    all tests'
	@echo 'make check   clang-format, clang-tidy, cppcheck and the rules of the layout'
	@echo 'make fuzz    looks for input, calls, sizes and orders of events that break something, FUZZ_SECONDS (600) for each kind; FUZZ_PORTALS, FUZZ_SIZES, FUZZ_SOAK'
	@echo 'make bench   measurements, into build/bench.json'
	@echo 'make gdb     run the example in QEMU under gdb'
	@echo 'make clean   remove what was built'

all: $(BUILD)/gnomon $(BUILD)/gnomon-verify $(BUILD)/pc/gnomon.elf $(BUILD)/linux/gnomon-kernel $(BUILD)/gnomon.jar $(MANUALS)

$(BUILD)/guest/%_fp.c.o: %_fp.c
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) -msse2 -mfpmath=sse -ffp-contract=off -c $< -o $@

$(BUILD)/guest/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) $(GUEST_INTEGER_FLAGS) -c $< -o $@

$(BUILD)/guest/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(GUEST_FLAGS) -c $< -o $@

$(BUILD)/guest/zlib.o: $(ZLIB)
	@rm -rf $@.members && mkdir -p $@.members
	cd $@.members && ar x $(abspath $<) $(ZLIB_MEMBERS) && ld -r -o all.o $(ZLIB_MEMBERS)
	objcopy -R .note.gnu.property -R .eh_frame -R .comment $@.members/all.o $@
	@rm -rf $@.members

$(BUILD)/pc/gnomon.elf: $(GUEST_OBJECTS) $(call object,$(PC_SOURCES)) boot/pc/pc.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/pc/pc.ld $(filter %.o,$^)

$(BUILD)/linux/gnomon-kernel: $(GUEST_OBJECTS) $(call object,$(LINUX_SOURCES)) boot/linux/linux.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/linux/linux.ld $(filter %.o,$^)

# The machine layer alone, with a small kernel that tests it (tests/boot.t)
MACHINE_TEST_SOURCES = base/counter_rate.c base/lock_order.c base/print.c base/string.c $(addprefix kernel/core/,cpu.c machine.c print_console.c panic.c memory.c interrupt.c) \
  boot/test/hooks.c
BOOT_TEST_SOURCES = $(MACHINE_TEST_SOURCES) boot/test/main.c boot/test/processors.c boot/test/probe.S

$(BUILD)/boot-test/pc.elf: $(call object,$(BOOT_TEST_SOURCES) $(PC_SOURCES)) boot/pc/pc.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/pc/pc.ld $(filter %.o,$^)

$(BUILD)/boot-test/linux: $(call object,$(BOOT_TEST_SOURCES) $(LINUX_SOURCES)) boot/linux/linux.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/linux/linux.ld $(filter %.o,$^)

$(BUILD)/gnomon: $(VIZ_OBJECTS)
	@mkdir -p $(@D)
	$(CC) -o $@ $(VIZ_OBJECTS) $(HOST_LIBS)

$(BUILD)/share/gnomon.1: $(BUILD)/gnomon
	@mkdir -p $(@D)
	$< help --format man > $@

$(BUILD)/share/gnomon.%: $(BUILD)/gnomon
	@mkdir -p $(@D)
	$< help --format $* > $@

# The kernel's verifier as a program of the host, for the JDK's image
VERIFY_SOURCES = $(wildcard viz/verify/*.c translator/reader/verify*.c) $(READER_SOURCES)
$(BUILD)/gnomon-verify: $(patsubst %,$(BUILD)/host/%.o,$(VERIFY_SOURCES))
	@mkdir -p $(@D)
	$(CC) -o $@ $^

# The log alone on a machine, with a small kernel that tests it (tests/log.t)
LOG_TEST_SOURCES = $(MACHINE_TEST_SOURCES) base/encode.c base/text_hash.c log/test/machine/main.c \
  $(wildcard log/*.c log/*.S)

$(BUILD)/log-test/pc.elf: $(call object,$(LOG_TEST_SOURCES) $(PC_SOURCES)) boot/pc/pc.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/pc/pc.ld $(filter %.o,$^)

$(BUILD)/log-test/linux: $(call object,$(LOG_TEST_SOURCES) $(LINUX_SOURCES)) boot/linux/linux.ld boot/link.sh
	@mkdir -p $(@D)
	boot/link.sh $(CC) $@ -T boot/linux/linux.ld $(filter %.o,$^)

# What the probes cost: prints rows for build/bench.json.
BENCH_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O2 -g -fno-strict-aliasing -fno-pie -no-pie
BENCH_PROBES_SOURCES = log/test/probes_bench.c log/probes.S base/encode.c base/lock_order.c base/text_hash.c tests/host/self.c \
  $(addprefix log/,allocation.c counted.c event.c histogram.c inline.c ledger.c names.c polls.c pool.c probe_offsets.c region.c stream.c thread.c ticks.c \
    timing.c)
$(BUILD)/bench/probes: $(BENCH_PROBES_SOURCES) $(wildcard base/*.h log/*.h kernel/*/*.h translator/*.h tests/host/*.h)
	@mkdir -p $(@D)
	$(CC) $(BENCH_FLAGS) -o $@ $(BENCH_PROBES_SOURCES)

$(BUILD)/host/viz/html/assets.S.o $(BUILD)/test/viz/html/assets.S.o $(BUILD)/fuzz/viz/html/assets.S.o: $(wildcard viz/html/*.css viz/html/*.js)

$(BUILD)/host/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/host/translator/%.o $(BUILD)/host/base/%.o $(BUILD)/host/viz/verify/%.o: HOST_FLAGS += -fno-strict-aliasing

$(BUILD)/host/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -c $< -o $@

$(BUILD)/test/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

# It defines what zlib would call of C's library, which the sanitizers have in their hands
$(BUILD)/test/kernel/natives/zlib.c.o: TEST_FLAGS += -Dmalloc=zlib_malloc -Dfree=zlib_no_free -D__stack_chk_fail=zlib_stack_fail

$(BUILD)/test/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(TEST_FLAGS) -c $< -o $@

$(BUILD)/test/libportable.a: $(PORTABLE_OBJECTS)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/test/libviz.a: $(VIZ_TEST_OBJECTS)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/test/viz/test/%_test: $(BUILD)/test/viz/test/%_test.c.o $(BUILD)/test/viz/test/make_region.c.o $(BUILD)/test/libviz.a $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

# For tests of the tool: writes regions of known content
$(BUILD)/test/viz/test/make_region: $(BUILD)/test/viz/test/make_region_main.c.o $(BUILD)/test/viz/test/make_region.c.o $(BUILD)/test/libviz.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

$(BUILD)/test/%_test: $(BUILD)/test/%_test.c.o $(BUILD)/test/$(HOST_HOOKS).o $(BUILD)/test/libportable.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ -lz -lm -lquadmath

# What several processors do at once, between threads of the host under ThreadSanitizer: every */test/*_race.c is one program, which includes what it tests. Fences it cannot follow
RACE_FLAGS = $(DIALECT) -D_GNU_SOURCE $(WARNINGS) -Itests/race -Itests/host $(INCLUDES) -O1 -g -fno-strict-aliasing -fno-pie -ffunction-sections -fdata-sections -fsanitize=thread -Wno-tsan
RACE_PROGRAMS = $(patsubst %.c,$(BUILD)/race/%,$(wildcard */test/*_race.c */*/test/*_race.c))
$(BUILD)/race/%_race: %_race.c tests/host/tap.c tests/race/panic.c
	@mkdir -p $(@D)
	$(CC) $(RACE_FLAGS) -MMD -MP -MF $@.d -MT $@ -no-pie -Wl,--gc-sections -o $@ tests/host/tap.c tests/race/panic.c $<

# Stands in for a kernel in tests of `gnomon run`
$(BUILD)/test/viz/test/fake_kernel: $(BUILD)/test/viz/test/fake_kernel.c.o $(BUILD)/test/viz/test/make_region.c.o $(BUILD)/test/libviz.a
	$(CC) $(SANITIZE) -no-pie -o $@ $^ $(HOST_LIBS)

# For tests of the instruments: counts, inside QEMU, how often each instruction was executed
$(BUILD)/tests/count.so: tests/plugin/count.c
	@mkdir -p $(@D)
	$(CC) $(HOST_FLAGS) -shared -fPIC -o $@ $<

# ---- Fuzzing: each tests/fuzz/NAME.c is one program, of clang's libFuzzer, with a corpus in tests/fuzz/corpus/NAME and the inputs that found mistakes in
# tests/fuzz/found/NAME. The arena is one of their own, in which an overrun is seen.

FUZZ_CC = clang
FUZZ_SECONDS = 600
# Seeds of tests/portal_fuzz.t, sizes at random of tests/sizes.t, and how long tests/mixed.t runs on each machine
FUZZ_PORTALS = 200
FUZZ_SIZES = 1000
FUZZ_SOAK = 20m
FUZZ_JOBS = $(shell nproc)
FUZZ_SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS = $(DIALECT) -Wno-microsoft-anon-tag -D_GNU_SOURCE $(WARNINGS) -Itests/host $(INCLUDES) -O1 -g -fno-omit-frame-pointer -fno-strict-aliasing -fno-pie \
  -fsanitize=fuzzer-no-link $(FUZZ_SANITIZE) -MMD -MP
FUZZ_NAMES = $(patsubst tests/fuzz/%.c,%,$(filter-out tests/fuzz/common%,$(wildcard tests/fuzz/*.c)))
FUZZ_PROGRAMS = $(addprefix $(BUILD)/fuzz/,$(FUZZ_NAMES))
fuzz_object = $(patsubst %,$(BUILD)/fuzz/%.o,$(1))

$(BUILD)/fuzz/%.c.o: %.c
	@mkdir -p $(@D)
	$(FUZZ_CC) $(FUZZ_FLAGS) -c $< -o $@

$(BUILD)/fuzz/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(INCLUDES) -MMD -MP -c $< -o $@

$(BUILD)/fuzz/libportable.a: $(call fuzz_object,$(filter-out base/arena.c,$(PORTABLE_SOURCES)) tests/fuzz/common_arena.c)
	rm -f $@ && ar rcs $@ $^

$(BUILD)/fuzz/libviz.a: $(call fuzz_object,$(filter-out viz/main.c,$(VIZ_SOURCES)) viz/html/assets.S viz/test/make_region.c)
	rm -f $@ && ar rcs $@ $^

# Of two functions of one name the kernel's is linked, but where the tool is fuzzed; the tool takes the reader and the patterns from libportable.a
$(BUILD)/fuzz/classfile $(BUILD)/fuzz/stackmap: $(call fuzz_object,$(addprefix tests/fuzz/common_,class.c read.c))
$(BUILD)/fuzz/jar: FUZZ_LINK = $(filter %/libviz.a,$^) $(filter %/libportable.a,$^) -Wl,--wrap=file_map,--wrap=file_unmap,--wrap=realpath
$(BUILD)/fuzz/region: FUZZ_LINK = $(filter %/libviz.a,$^) $(filter %/libportable.a,$^) -Wl,--wrap=process_filter,--wrap=problem_print
$(BUILD)/fuzz/link: FUZZ_LINK = $(filter %/libportable.a,$^)
$(BUILD)/fuzz/link: $(call fuzz_object,$(addprefix viz/net/,address.c connection.c datagram.c lookup.c))
FUZZ_LINK = $(filter %/libportable.a,$^) $(filter %/libviz.a,$^) $(filter %/libportable.a,$^)
$(FUZZ_PROGRAMS): $(BUILD)/fuzz/%: $(BUILD)/fuzz/tests/fuzz/%.c.o $(BUILD)/fuzz/$(HOST_HOOKS).o $(BUILD)/fuzz/libportable.a $(BUILD)/fuzz/libviz.a
	$(FUZZ_CC) -fsanitize=fuzzer $(FUZZ_SANITIZE) -no-pie -o $@ $(filter %.o,$^) $(FUZZ_LINK) $(HOST_LIBS)

# ---- Java: gnomon.jar for programs that log, examples, benchmarks. String concatenation inline: invokedynamic comes with the class library's part

JAVAC = javac -XDstringConcat=inline --release 17 -Xlint:all -Werror
JAR_SOURCES = $(wildcard log/java/gnomon/*.java kernel/domains/java/gnomon/*.java)
EXAMPLE_SOURCES = $(wildcard examples/*.java)
JDBC_SOURCES = $(wildcard examples/jdbc/*.java)
COMPONENT_SOURCES = $(wildcard examples/components/*.java)
SCHEDULER_SOURCES = $(wildcard examples/schedulers/*.java)
DATABASE_SOURCES = $(wildcard examples/components/database/*.java)
HSQLDB = /usr/share/java/hsqldb.jar
POSTGRESQL_JAR = /usr/share/java/postgresql.jar
BENCH_SOURCES = $(wildcard tests/bench/java/*.java)

$(BUILD)/gnomon.jar: $(JAR_SOURCES)
	@mkdir -p $(BUILD)/java
	$(JAVAC) -d $(BUILD)/java $^
	jar --create --file $@ --date=2026-01-01T00:00:00Z -C $(BUILD)/java gnomon

$(BUILD)/examples/done: $(EXAMPLE_SOURCES) $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	$(JAVAC) -cp $(BUILD)/gnomon.jar -d $(@D) $(EXAMPLE_SOURCES)
	@touch $@

$(BUILD)/examples/jdbc/done: $(JDBC_SOURCES)
	@mkdir -p $(@D)
	$(JAVAC) -d $(@D) $(JDBC_SOURCES)
	@touch $@

$(BUILD)/examples/components/done: $(COMPONENT_SOURCES) $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	$(JAVAC) -cp $(BUILD)/gnomon.jar -d $(@D) $(COMPONENT_SOURCES)
	@touch $@

$(BUILD)/examples/schedulers/done: $(SCHEDULER_SOURCES) $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	$(JAVAC) -cp $(BUILD)/gnomon.jar -d $(@D) $(SCHEDULER_SOURCES)
	@touch $@

$(BUILD)/examples/postgresql/done: examples/postgresql/OrderEntry.java
	@mkdir -p $(@D)
	$(JAVAC) -d $(@D) $<
	@touch $@

$(BUILD)/examples/http/done: examples/http/Shop.java
	@mkdir -p $(@D)
	$(JAVAC) -d $(@D) $<
	@touch $@

$(BUILD)/examples/components/database/done: $(DATABASE_SOURCES) $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	$(JAVAC) -cp $(BUILD)/gnomon.jar -d $(@D) $(DATABASE_SOURCES)
	@touch $@

$(BUILD)/bench/done: $(BENCH_SOURCES) $(BUILD)/gnomon.jar
	@mkdir -p $(@D)
	$(JAVAC) -cp $(BUILD)/gnomon.jar -d $(@D) $(BENCH_SOURCES)
	@touch $@

# ---- What users and their scripts type

# Debian's names, and for each a file or program that shows that it is there. Only what is below knows them.
DEPS = gcc=gcc libc6-dev=/usr/include/stdio.h make=make zlib1g-dev=/usr/include/zlib.h libsqlite3-dev=/usr/include/sqlite3.h libedit-dev=/usr/include/editline/readline.h libncurses-dev=/usr/include/ncurses.h openjdk-17-jdk-headless=/usr/lib/jvm/java-17-openjdk-amd64/jmods qemu-system-x86=qemu-system-x86_64 \
  graphviz=dot fonts-dejavu-core=/usr/share/fonts/truetype/dejavu perl=prove binutils=objdump babeltrace2=babeltrace2 valgrind=callgrind_annotate libhsqldb-java=$(HSQLDB)
TEST_DEPS = chromium=chromium protobuf-compiler=protoc sqlite3=sqlite3 uftrace=uftrace clang-format=clang-format libcommons-lang3-java=/usr/share/java/commons-lang3.jar libcommons-math3-java=/usr/share/java/commons-math3.jar \
  libgoogle-gson-java=/usr/share/java/gson.jar libguava-java=/usr/share/java/guava.jar libjackson2-databind-java=/usr/share/java/jackson-databind.jar \
  libasm-java=/usr/share/java/asm.jar librhino-java=/usr/share/java/js.jar libbcprov-java=/usr/share/java/bcprov.jar visualvm=/usr/share/visualvm/visualvm/modules/org-graalvm-visualvm-lib-jfluid-heap.jar junit4=/usr/share/java/junit4.jar \
  libh2-java=/usr/share/java/h2.jar libnetty-java=/usr/share/java/netty-transport.jar libjetty9-java=/usr/share/java/jetty9-server.jar liblog4j1.2-java=/usr/share/java/log4j-1.2.jar libservlet-api-java=/usr/share/java/servlet-api.jar man-db=man zsh=zsh tmux=tmux parallel=parallel slurm-wlm=slurmctld munge=munged golang-go=go python3-jsonschema=/usr/lib/python3/dist-packages/jsonschema
# A server on the host, and its driver in the guest (examples/postgresql)
POSTGRESQL_DEPS = postgresql-15=/usr/lib/postgresql/15/bin/postgres libpostgresql-jdbc-java=$(POSTGRESQL_JAR)
# A client that loads a server in the guest (examples/http)
HTTP_DEPS = wrk=wrk
# What tests/lib/Gnomon.pm reads JSON with
JSON_DEPS = libcpanel-json-xs-perl=/usr/lib/x86_64-linux-gnu/perl5/5.36/Cpanel/JSON/XS.pm
# For gnomon iso, and a UEFI to try it with
ISO_DEPS = grub-common=grub-mkrescue grub-pc-bin=/usr/lib/grub/i386-pc/multiboot2.mod grub-efi-amd64-bin=/usr/lib/grub/x86_64-efi/multiboot2.mod xorriso=xorriso mtools=mformat
ISO_TEST_DEPS = ovmf=/usr/share/OVMF/OVMF_CODE.fd
PICTURE_DEPS = chromium=chromium
GDB_DEPS = gdb=gdb
DEB_DEPS = dpkg-dev=dpkg-shlibdeps
FUZZ_DEPS = clang=clang libclang-rt-14-dev=/usr/lib/clang/14/lib/linux/libclang_rt.fuzzer-x86_64.a
CHECK_DEPS = clang-tidy=clang-tidy cppcheck=cppcheck
ALL_TEST_DEPS = $(DEPS) $(TEST_DEPS) $(POSTGRESQL_DEPS) $(HTTP_DEPS) $(JSON_DEPS) $(GDB_DEPS) $(FUZZ_DEPS) $(DEB_DEPS) $(ISO_DEPS) $(ISO_TEST_DEPS)

# All that the build, the tests and the checkers use. A demo installs what it uses itself.
deps:
	@.ci/deps $(ALL_TEST_DEPS) $(CHECK_DEPS)

# The tool finds what belongs to it beside itself, so all of that stands in one directory, and bin/gnomon is a link.
PREFIX = /usr/local
ZSH_FUNCTIONS = $(PREFIX)/share/zsh/site-functions
INSTALLED = $(DESTDIR)$(PREFIX)

install: all
	install -d $(INSTALLED)/bin $(INSTALLED)/lib/gnomon/pc $(INSTALLED)/lib/gnomon/linux $(INSTALLED)/share/java $(INSTALLED)/share/man/man1 \
	  $(INSTALLED)/share/bash-completion/completions $(DESTDIR)$(ZSH_FUNCTIONS) $(INSTALLED)/share/doc/gnomon/examples/jdbc $(INSTALLED)/share/doc/gnomon/examples/components/database $(INSTALLED)/share/doc/gnomon/examples/schedulers $(INSTALLED)/share/doc/gnomon/docs/pictures
	install $(BUILD)/gnomon $(BUILD)/gnomon-verify $(INSTALLED)/lib/gnomon
	install -m 644 $(BUILD)/gnomon.jar $(INSTALLED)/lib/gnomon
	install -m 644 $(BUILD)/pc/gnomon.elf $(INSTALLED)/lib/gnomon/pc
	install $(BUILD)/linux/gnomon-kernel $(INSTALLED)/lib/gnomon/linux
	ln -sf ../lib/gnomon/gnomon $(INSTALLED)/bin/gnomon
	ln -sf ../../lib/gnomon/gnomon.jar $(INSTALLED)/share/java/gnomon.jar
	gzip -9nc $(BUILD)/share/gnomon.1 > $(INSTALLED)/share/man/man1/gnomon.1.gz
	install -m 644 $(BUILD)/share/gnomon.bash $(INSTALLED)/share/bash-completion/completions/gnomon
	install -m 644 $(BUILD)/share/gnomon.zsh $(DESTDIR)$(ZSH_FUNCTIONS)/_gnomon
	install -m 644 README.md $(INSTALLED)/share/doc/gnomon
	install -m 644 LICENSE $(INSTALLED)/share/doc/gnomon/copyright
	install -m 644 $(EXAMPLE_SOURCES) $(INSTALLED)/share/doc/gnomon/examples
	install -m 644 $(JDBC_SOURCES) $(INSTALLED)/share/doc/gnomon/examples/jdbc
	install -m 644 $(COMPONENT_SOURCES) examples/components/system.ini $(INSTALLED)/share/doc/gnomon/examples/components
	install -m 644 $(SCHEDULER_SOURCES) $(INSTALLED)/share/doc/gnomon/examples/schedulers
	install -m 644 $(DATABASE_SOURCES) examples/components/database/system.ini $(INSTALLED)/share/doc/gnomon/examples/components/database
	install -m 644 $(wildcard docs/*.md) $(INSTALLED)/share/doc/gnomon/docs
	install -m 644 $(wildcard docs/pictures/*.png) $(INSTALLED)/share/doc/gnomon/docs/pictures

# What the programs need is read off them; the JDK, QEMU and dot are started as programs.
VERSION = $(shell sed -n 's/.*define GNOMON_VERSION "\(.*\)"/\1/p' viz/cli/options.h)
PACKAGE = $(BUILD)/gnomon_$(VERSION)_amd64.deb
STAGE = $(BUILD)/deb
define CONTROL
Package: gnomon
Version: $(VERSION)
Architecture: amd64
Maintainer: The Gnomon developers <gnomon@localhost>
Section: devel
Priority: optional
Installed-Size: @SIZE@
Depends: @SHARED@, openjdk-17-jdk-headless, qemu-system-x86, graphviz
Suggests: libhsqldb-java, grub-common, grub-pc-bin, grub-efi-amd64-bin, xorriso, mtools
Description: runs and measures Java programs on a kernel of its own
 Gnomon translates Java bytecode on a bare-metal kernel, in QEMU or as a Linux
 process, and measures it while it runs: every call of chosen methods, samples,
 threads, allocation and events, with the error of each figure.
endef
export CONTROL

deb: all
	@.ci/deps $(DEB_DEPS)
	rm -rf $(STAGE)
	$(MAKE) --no-print-directory install DESTDIR=$(STAGE)/root PREFIX=/usr ZSH_FUNCTIONS=/usr/share/zsh/vendor-completions
	mkdir -p $(STAGE)/debian $(STAGE)/root/DEBIAN
	printf 'Source: gnomon\n\nPackage: gnomon\nArchitecture: amd64\n' > $(STAGE)/debian/control
	cd $(STAGE) && shared=$$(dpkg-shlibdeps -O root/usr/lib/gnomon/gnomon root/usr/lib/gnomon/gnomon-verify | sed 's/.*Depends=//') && \
	  size=$$(du -sk root/usr | cut -f1) && printf '%s\n' "$$CONTROL" | sed "s/@SHARED@/$$shared/; s/@SIZE@/$$size/" > root/DEBIAN/control
	cd $(STAGE)/root && find usr -type f | sort | xargs md5sum > DEBIAN/md5sums
	dpkg-deb --root-owner-group --build $(STAGE)/root $(PACKAGE)

demo:
	@.ci/deps $(DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/done $(BUILD)/examples/jdbc/done
	@mkdir -p demo/jdbc
	$(BUILD)/gnomon run --deterministic --time 'WordCount*.*' --time 'java.util.HashMap.*' --time 'java.util.TimSort.*' --time 'java.util.ArrayList.*' --time java.lang.StringBuilder.append --time java.lang.String.substring --time java.lang.Character.isLetter --sample 1000 --stacks 32 --events thread_start,thread_end,thread_switch,class_load,translate -o demo -cp $(BUILD)/examples WordCount </dev/null
	$(BUILD)/gnomon report demo --top 25
	$(BUILD)/gnomon report demo -o demo/report.html
	$(BUILD)/gnomon export demo -o demo/callgraph.svg
	$(BUILD)/gnomon export demo --diagram time -o demo/timediagram.svg
	$(BUILD)/gnomon run --deterministic --time 'Orders.*' --time 'org.hsqldb.jdbc.**' --sample 1000 --stacks 64 -o demo/jdbc -cp $(BUILD)/examples/jdbc:$(HSQLDB) Orders </dev/null
	$(BUILD)/gnomon report demo/jdbc --package org.hsqldb.jdbc
	$(BUILD)/gnomon report demo/jdbc --package org.hsqldb.jdbc -o demo/jdbc/report.html
	$(BUILD)/gnomon export demo/jdbc -o demo/jdbc/callgraph.svg
	$(BUILD)/gnomon export demo/jdbc --diagram time -o demo/jdbc/timediagram.svg
	@echo 'demo/ and demo/jdbc/: report.html, callgraph.svg and timediagram.svg are written.'

# Components in domains of their own, in QEMU: a store with its users, and a database with clients. The files name the classes under build/
# The same threads with each of three schedulers.
.PHONY: demo-schedulers
demo-schedulers:
	@.ci/deps $(DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/schedulers/done
	@mkdir -p demo/schedulers
	for scheduler in RoundRobin Lottery EarliestDeadline; do \
	  $(BUILD)/gnomon run --deterministic --events thread --sample 1000 --stacks 32 --scheduler $$scheduler -o demo/schedulers/$$scheduler -cp $(BUILD)/examples/schedulers:$(BUILD)/gnomon.jar Periodic -- 400 </dev/null && \
	  $(BUILD)/gnomon report demo/schedulers/$$scheduler -o demo/schedulers/$$scheduler/report.html || exit 1; \
	done
	@echo 'demo/schedulers/: a report.html for each.'

.PHONY: demo-components
demo-components:
	@.ci/deps $(DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/components/done $(BUILD)/examples/components/database/done
	@mkdir -p demo/components/database
	$(BUILD)/gnomon run --deterministic --events thread,portal,domain,collection --time 'StoreMain.*' --time 'QueryMain.*' --time 'Producer.*' --sample 2000 --stacks 32 -o demo/components --components examples/components/system.ini </dev/null
	$(BUILD)/gnomon report demo/components --top 15
	$(BUILD)/gnomon report demo/components --domain store --top 5
	$(BUILD)/gnomon report demo/components -o demo/components/report.html
	$(BUILD)/gnomon run --deterministic --events thread,portal,domain,collection --time 'DatabaseMain.*' --time 'Client.*' --sample 2000 --stacks 32 -o demo/components/database --components examples/components/database/system.ini </dev/null
	$(BUILD)/gnomon report demo/components/database --top 15
	$(BUILD)/gnomon report demo/components/database -o demo/components/database/report.html
	@echo 'demo/components/ and demo/components/database/: report.html is written.'

# The driver of a database on the host
.PHONY: demo-postgresql
demo-postgresql:
	@.ci/deps $(DEPS) $(POSTGRESQL_DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/postgresql/done
	@mkdir -p demo/postgresql
	examples/postgresql/demo $(abspath $(BUILD)/gnomon) $(abspath $(BUILD)/examples/postgresql):$(POSTGRESQL_JAR) demo/postgresql </dev/null
	$(BUILD)/gnomon report demo/postgresql --package org.postgresql
	$(BUILD)/gnomon report demo/postgresql --package org.postgresql -o demo/postgresql/report.html
	@echo 'demo/postgresql/report.html is written.'

.PHONY: demo-http
demo-http:
	@.ci/deps $(DEPS) $(HTTP_DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/http/done
	@mkdir -p demo/http
	examples/http/demo $(abspath $(BUILD)/gnomon) $(abspath $(BUILD)/examples/http) demo/http </dev/null
	$(BUILD)/gnomon report demo/http --top 12
	$(BUILD)/gnomon slow demo/http 'Shop.order'
	$(BUILD)/gnomon report demo/http -o demo/http/report.html
	@echo 'demo/http/report.html is written: its table of methods has the percentiles.'

# Of a deterministic run, so that they change only if something else does
.PHONY: pictures
pictures:
	@.ci/deps $(DEPS) $(PICTURE_DEPS)
	@$(MAKE) --no-print-directory all $(BUILD)/examples/done
	$(BUILD)/gnomon run -q --deterministic --events thread,collection,monitor --trace 'Bakery.*' --time 'Bakery.*' --time 'java.util.concurrent.ArrayBlockingQueue.*' --time java.util.Arrays.sort --sample 2000 --stacks 32 --heap 32 -o $(BUILD)/pictures -cp $(BUILD)/examples:$(BUILD)/gnomon.jar Bakery </dev/null
	$(BUILD)/gnomon report $(BUILD)/pictures --source examples -o $(BUILD)/pictures/report.html
	docs/pictures/draw $(abspath $(BUILD))/pictures/report.html docs/pictures

test:
	@.ci/deps $(ALL_TEST_DEPS)
	@$(MAKE) --no-print-directory -j 2 all tests-built
	BUILD="$(abspath $(BUILD))" HARNESS_RULESFILE=tests/testrules.yml prove -j 2 --timer $(TEST_PROGRAMS) $(RACE_PROGRAMS) $(wildcard tests/*.t)

# What is found is left in $(BUILD)/fuzz/found; tests/fuzz/README.md says what to do with it.
.PHONY: fuzz
fuzz:
	@.ci/deps $(DEPS) $(FUZZ_DEPS)
	@$(MAKE) --no-print-directory -j 2 $(FUZZ_PROGRAMS)
	@printf '%s\n' $(FUZZ_NAMES) | BUILD="$(abspath $(BUILD))" xargs -P $(FUZZ_JOBS) -I NAME tests/fuzz/run NAME $(FUZZ_SECONDS)
	@$(MAKE) --no-print-directory -j 2 all
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$$((2 * $(FUZZ_SECONDS))) prove tests/rights.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$(FUZZ_PORTALS) prove tests/portal_fuzz.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) ROUNDS=$(FUZZ_SIZES) prove tests/sizes.t
	BUILD="$(abspath $(BUILD))" SEED=$$(date +%s) SOAK=$(FUZZ_SOAK) prove tests/mixed.t

# The soak programs at their full size: 20 GB on Linux, 2 GB in QEMU, in a heap of 64 MiB; 200,000 classes in 20,000 loaders on both.
.PHONY: soak
soak: all
	@.ci/deps $(JSON_DEPS)
	MACHINES=linux SOAK_MIB=20480 BUILD="$(abspath $(BUILD))" prove -v tests/collect.t
	MACHINES=qemu SOAK_MIB=2048 BUILD="$(abspath $(BUILD))" prove -v tests/collect.t
	SOAK_LOADERS=20000 BUILD="$(abspath $(BUILD))" prove -v tests/unload.t

.PHONY: tests-built
tests-built: $(BUILD)/examples/components/database/done $(BUILD)/examples/components/done $(BUILD)/examples/schedulers/done $(TEST_PROGRAMS) $(RACE_PROGRAMS) $(FUZZ_PROGRAMS) $(BUILD)/bench/probes $(BUILD)/tests/count.so $(BUILD)/test/viz/test/make_region $(BUILD)/test/viz/test/fake_kernel $(BUILD)/examples/done $(BUILD)/examples/jdbc/done $(BUILD)/examples/postgresql/done $(BUILD)/examples/http/done

# Unit tests are left to the sanitizers under which they run. clang knows not all of GCC's options, and of the two machines' sources checks each by itself
CHECK_FLAGS = $(filter-out -Wconversion -Warith-conversion -ffixed-r15 -fno-tree-loop-distribute-patterns -MMD -MP,$(GUEST_FLAGS))
CHECK_SOURCES = $(filter %.c,$(GUEST_SOURCES) $(PC_SOURCES) $(LINUX_SOURCES))

check:
	@.ci/deps $(DEPS) $(TEST_DEPS) $(JSON_DEPS) $(CHECK_DEPS)
	@$(MAKE) --no-print-directory -j 2 all
	@echo clang-tidy
	@printf '%s\n' $(VIZ_SOURCES) | xargs -P $$(nproc) -n 4 sh -c 'clang-tidy --quiet "$$@" -- $(HOST_FLAGS)' sh
	@printf '%s\n' $(CHECK_SOURCES) | xargs -P $$(nproc) -n 8 sh -c 'clang-tidy --quiet "$$@" -- $(CHECK_FLAGS)' sh
	cppcheck --quiet -j $$(nproc) --std=c11 --enable=warning,performance,portability --inline-suppr --suppressions-list=.ci/cppcheck-suppressions \
	  --error-exitcode=1 $(patsubst %,-i%,$(wildcard */test */*/test)) -I. base log translator kernel boot viz
	prove tests/layout.t tests/cycles.t tests/leaves.t

bench: all $(BUILD)/bench/done $(BUILD)/bench/probes $(BUILD)/examples/jdbc/done
	@.ci/deps $(ISO_DEPS) $(ISO_TEST_DEPS) $(JSON_DEPS)
	BUILD="$(abspath $(BUILD))" tests/bench/run

# QEMU waits for gdb (`gnomon run --gdb`), which connects and stops at the kernel's entry. GDBFLAGS: more for gdb, as `-batch -ex bt`
gdb: all $(BUILD)/examples/done
	@.ci/deps $(GDB_DEPS)
	$(BUILD)/gnomon run --gdb -o $(BUILD)/gdb.data -cp $(BUILD)/examples Abc & guest=$$!; \
	gdb -q $(BUILD)/pc/gnomon.elf -ex 'target remote 127.0.0.1:1234' -ex 'break kernel_main' -ex continue $(GDBFLAGS); kill $$guest 2>/dev/null; true

clean:
	rm -rf $(BUILD) demo

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
