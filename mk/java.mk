# gnomon.jar for programs that log, and the classes of examples, benchmarks and tests.

# String concatenation inline: invokedynamic comes with the class library's part
JAVAC = javac -XDstringConcat=inline --release 17 -Xlint:all -Werror
JAR_SOURCES = $(wildcard log/java/gnomon/*.java kernel/domains/java/gnomon/*.java)

$(BUILD)/gnomon.jar: $(JAR_SOURCES)
	@mkdir -p $(BUILD)/java
	$(JAVAC) -d $(BUILD)/java $^
	jar --create --file $@ --date=2026-01-01T00:00:00Z -C $(BUILD)/java gnomon

# The classes of $(1)/*.java are in $(BUILD)/$(2); `done` says that they are
define java_classes
$(BUILD)/$(2)/done: $(wildcard $(1)/*.java) $(BUILD)/gnomon.jar
	@mkdir -p $$(@D)
	$$(JAVAC) -cp $(BUILD)/gnomon.jar -d $$(@D) $$(filter %.java,$$^)
	@touch $$@
endef
EXAMPLES = $(sort $(patsubst %/,%,$(dir $(wildcard examples/*.java examples/*/*.java examples/*/*/*.java))))
$(foreach folder,$(EXAMPLES),$(eval $(call java_classes,$(folder),$(folder))))
$(eval $(call java_classes,tests/bench/java,bench))

# The classes of the tests' programs, from which compile() of tests/lib/Gnomon.pm takes them. Left out are sources that
# need a library, or a source which their test writes
TEST_CLASS_FOLDERS = java/classfiles/other java java/live java/unload java/whole desktop domains files heap net polls portals rights schedulers sizes \
  soak sockets tools
TEST_CLASS_SOURCES = $(filter-out tests/heap/ReadHeap.java tests/java/Paths.java tests/portals/Dropped.java tests/sockets/HsqlServer.java, \
  $(foreach folder,$(TEST_CLASS_FOLDERS),$(wildcard tests/$(folder)/*.java)))
$(BUILD)/classes/done: tests/lib/CompileFolders.java $(TEST_CLASS_SOURCES) $(BUILD)/gnomon.jar
	@rm -rf $(@D) && mkdir -p $(@D)
	java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC $< $(@D) $(BUILD)/gnomon.jar:$(@D)/tests/java/classfiles/other $(TEST_CLASS_SOURCES)
	@touch $@

HSQLDB = /usr/share/java/hsqldb.jar
POSTGRESQL_JAR = /usr/share/java/postgresql.jar
