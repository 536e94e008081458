# Names of Debian packages, and for each a program, or a pattern of a path, that shows that the package is there
# (.ci/deps).

java_jar = $(foreach pair,$(1),$(firstword $(subst =, ,$(pair)))=/usr/share/java/$(lastword $(subst =, ,$(pair))).jar)

DEPS = gcc=gcc libc6-dev=/usr/include/stdio.h make=make zlib1g-dev=/usr/include/zlib.h libsqlite3-dev=/usr/include/sqlite3.h \
  libedit-dev=/usr/include/editline/readline.h libjansson-dev=/usr/include/jansson.h libncurses-dev=/usr/include/ncurses.h openjdk-17-jdk-headless=/usr/lib/jvm/java-17-openjdk-*/jmods \
  qemu-system-x86=qemu-system-x86_64 graphviz=dot fonts-dejavu-core=/usr/share/fonts/truetype/dejavu perl=prove binutils=objdump \
  babeltrace2=babeltrace2 valgrind=callgrind_annotate libhsqldb-java=$(HSQLDB)
TEST_DEPS = chromium=chromium protobuf-compiler=protoc sqlite3=sqlite3 uftrace=uftrace clang-format=clang-format man-db=man zsh=zsh tmux=tmux \
  parallel=parallel slurm-wlm=slurmctld munge=munged golang-go=go python3-jsonschema=/usr/lib/python3/dist-packages/jsonschema \
  visualvm=/usr/share/visualvm/visualvm/modules/org-graalvm-visualvm-lib-jfluid-heap.jar \
  $(call java_jar,libcommons-lang3-java=commons-lang3 libcommons-math3-java=commons-math3 libgoogle-gson-java=gson libguava-java=guava \
    libjackson2-databind-java=jackson-databind libasm-java=asm librhino-java=js libbcprov-java=bcprov junit4=junit4 libh2-java=h2 \
    libnetty-java=netty-transport libjetty9-java=jetty9-server liblog4j1.2-java=log4j-1.2 libservlet-api-java=servlet-api)
# A server on the host, and its driver in the guest (examples/postgresql)
POSTGRESQL_DEPS = postgresql=/usr/lib/postgresql/*/bin/postgres libpostgresql-jdbc-java=$(POSTGRESQL_JAR)
# A client that loads a server in the guest (examples/http)
HTTP_DEPS = wrk=wrk
# tests/lib/Gnomon.pm reads JSON with it
JSON_DEPS = libcpanel-json-xs-perl=/usr/lib/*/perl5/*/Cpanel/JSON/XS.pm
# For gnomon iso, and a UEFI to try it with
ISO_DEPS = grub-common=grub-mkrescue grub-pc-bin=/usr/lib/grub/i386-pc/multiboot2.mod \
  grub-efi-amd64-bin=/usr/lib/grub/x86_64-efi/multiboot2.mod xorriso=xorriso mtools=mformat
ISO_TEST_DEPS = ovmf=/usr/share/OVMF/OVMF_CODE.fd
PICTURE_DEPS = chromium=chromium
GDB_DEPS = gdb=gdb
DEB_DEPS = dpkg-dev=dpkg-shlibdeps
FUZZ_DEPS = clang=clang libclang-rt-dev=/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a
CHECK_DEPS = clang-tidy=clang-tidy cppcheck=cppcheck
ALL_TEST_DEPS = $(DEPS) $(TEST_DEPS) $(POSTGRESQL_DEPS) $(HTTP_DEPS) $(JSON_DEPS) $(GDB_DEPS) $(FUZZ_DEPS) $(DEB_DEPS) $(ISO_DEPS) $(ISO_TEST_DEPS)

# All that the build, the tests and the checkers use. A demo installs what it uses itself.
.PHONY: deps
deps:
	@.ci/deps $(ALL_TEST_DEPS) $(CHECK_DEPS)
