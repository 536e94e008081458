# Demos, each with its report, and the pictures of the documents.

.PHONY: demo
demo:
	@.ci/deps $(DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/done $(BUILD)/examples/jdbc/done
	@mkdir -p demo/jdbc
	$(BUILD)/gnomon run --deterministic --time 'WordCount*.*' --time 'java.util.HashMap.*' --time 'java.util.TimSort.*' \
	  --time 'java.util.ArrayList.*' --time java.lang.StringBuilder.append --time java.lang.String.substring --time java.lang.Character.isLetter \
	  --sample 1000 --stacks 32 --events thread_start,thread_end,thread_switch,class_load,translate \
	  -o demo -cp $(BUILD)/examples WordCount </dev/null
	$(BUILD)/gnomon report demo --top 25
	$(BUILD)/gnomon report demo -o demo/report.html
	$(BUILD)/gnomon export demo -o demo/callgraph.svg
	$(BUILD)/gnomon export demo --diagram time -o demo/timediagram.svg
	$(BUILD)/gnomon run --deterministic --time 'Orders.*' --time 'org.hsqldb.jdbc.**' --sample 1000 --stacks 64 \
	  -o demo/jdbc -cp $(BUILD)/examples/jdbc:$(HSQLDB) Orders </dev/null
	$(BUILD)/gnomon report demo/jdbc --package org.hsqldb.jdbc
	$(BUILD)/gnomon report demo/jdbc --package org.hsqldb.jdbc -o demo/jdbc/report.html
	$(BUILD)/gnomon export demo/jdbc -o demo/jdbc/callgraph.svg
	$(BUILD)/gnomon export demo/jdbc --diagram time -o demo/jdbc/timediagram.svg
	@echo 'demo/ and demo/jdbc/: report.html, callgraph.svg and timediagram.svg are written.'

# The same threads with each of three schedulers.
.PHONY: demo-schedulers
demo-schedulers:
	@.ci/deps $(DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/schedulers/done
	@mkdir -p demo/schedulers
	for scheduler in RoundRobin Lottery EarliestDeadline; do \
	  $(BUILD)/gnomon run --deterministic --events thread --sample 1000 --stacks 32 --scheduler $$scheduler \
	  -o demo/schedulers/$$scheduler -cp $(BUILD)/examples/schedulers:$(BUILD)/gnomon.jar Periodic -- 400 </dev/null && \
	  $(BUILD)/gnomon report demo/schedulers/$$scheduler -o demo/schedulers/$$scheduler/report.html || exit 1; \
	done
	@echo 'demo/schedulers/: a report.html for each.'

# Components in domains of their own, in QEMU: a store with its users, and a database with clients. The files name the
# classes under build/
.PHONY: demo-components
demo-components:
	@.ci/deps $(DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/components/done $(BUILD)/examples/components/database/done
	@mkdir -p demo/components/database
	$(BUILD)/gnomon run --deterministic --events thread,portal,domain,collection \
	  --time 'StoreMain.*' --time 'QueryMain.*' --time 'Producer.*' --sample 2000 --stacks 32 -o demo/components --components examples/components/system.ini </dev/null
	$(BUILD)/gnomon report demo/components --top 15
	$(BUILD)/gnomon report demo/components --domain store --top 5
	$(BUILD)/gnomon report demo/components -o demo/components/report.html
	$(BUILD)/gnomon run --deterministic --events thread,portal,domain,collection \
	  --time 'DatabaseMain.*' --time 'Client.*' --sample 2000 --stacks 32 -o demo/components/database --components examples/components/database/system.ini </dev/null
	$(BUILD)/gnomon report demo/components/database --top 15
	$(BUILD)/gnomon report demo/components/database -o demo/components/database/report.html
	@echo 'demo/components/ and demo/components/database/: report.html is written.'

# The driver of a database on the host
.PHONY: demo-postgresql
demo-postgresql:
	@.ci/deps $(DEPS) $(POSTGRESQL_DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/postgresql/done
	@mkdir -p demo/postgresql
	examples/postgresql/demo $(abspath $(BUILD)/gnomon) $(abspath $(BUILD)/examples/postgresql):$(POSTGRESQL_JAR) demo/postgresql </dev/null
	$(BUILD)/gnomon report demo/postgresql --package org.postgresql
	$(BUILD)/gnomon report demo/postgresql --package org.postgresql -o demo/postgresql/report.html
	@echo 'demo/postgresql/report.html is written.'

.PHONY: demo-http
demo-http:
	@.ci/deps $(DEPS) $(HTTP_DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/http/done
	@mkdir -p demo/http
	examples/http/demo $(abspath $(BUILD)/gnomon) $(abspath $(BUILD)/examples/http) demo/http </dev/null
	$(BUILD)/gnomon report demo/http --top 12
	$(BUILD)/gnomon slow demo/http 'Shop.order'
	$(BUILD)/gnomon report demo/http -o demo/http/report.html
	@echo 'demo/http/report.html is written: its table of methods has the percentiles.'

# From a deterministic run, so that they change only if something else does
.PHONY: pictures
pictures:
	@.ci/deps $(DEPS) $(PICTURE_DEPS)
	@$(SUBMAKE) all $(BUILD)/examples/done
	$(BUILD)/gnomon run -q --deterministic --events thread,collection,monitor --trace 'Bakery.*' --time 'Bakery.*' \
	  --time 'java.util.concurrent.ArrayBlockingQueue.*' --time java.util.Arrays.sort --sample 2000 --stacks 32 --heap 32 -o $(BUILD)/pictures -cp $(BUILD)/examples:$(BUILD)/gnomon.jar Bakery </dev/null
	$(BUILD)/gnomon report $(BUILD)/pictures --source examples -o $(BUILD)/pictures/report.html
	docs/pictures/draw $(abspath $(BUILD))/pictures/report.html docs/pictures
