# gnomon.jar for programs that log, and the classes of examples and benchmarks.

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

HSQLDB = /usr/share/java/hsqldb.jar
POSTGRESQL_JAR = /usr/share/java/postgresql.jar
