# `make install` and `make deb`.

# The tool finds what belongs to it beside itself, so all of that stands in one directory, and bin/gnomon is a link.
PREFIX = /usr/local
ZSH_FUNCTIONS = $(PREFIX)/share/zsh/site-functions
INSTALLED = $(DESTDIR)$(PREFIX)

# A program that an example starts on the host is not installed, so those that need one stay here
INSTALLED_EXAMPLES = $(filter-out examples/http examples/postgresql,$(EXAMPLES))
install_to = install -d $(2) && install -m $(1) $(3) $(2)

.PHONY: install
install: all
	$(call install_to,755,$(INSTALLED)/lib/gnomon,$(BUILD)/gnomon $(BUILD)/gnomon-verify)
	$(call install_to,644,$(INSTALLED)/lib/gnomon,$(BUILD)/gnomon.jar $(BUILD)/exact.so)
	$(call install_to,644,$(INSTALLED)/lib/gnomon/pc,$(BUILD)/pc/gnomon.elf)
	$(call install_to,755,$(INSTALLED)/lib/gnomon/linux,$(BUILD)/linux/gnomon-kernel)
	install -d $(INSTALLED)/bin $(INSTALLED)/share/java $(INSTALLED)/share/man/man1
	ln -sf ../lib/gnomon/gnomon $(INSTALLED)/bin/gnomon
	ln -sf ../../lib/gnomon/gnomon.jar $(INSTALLED)/share/java/gnomon.jar
	gzip -9nc $(BUILD)/share/gnomon.1 > $(INSTALLED)/share/man/man1/gnomon.1.gz
	install -d $(INSTALLED)/share/bash-completion/completions $(DESTDIR)$(ZSH_FUNCTIONS)
	install -m 644 $(BUILD)/share/gnomon.bash $(INSTALLED)/share/bash-completion/completions/gnomon
	install -m 644 $(BUILD)/share/gnomon.zsh $(DESTDIR)$(ZSH_FUNCTIONS)/_gnomon
	$(call install_to,644,$(INSTALLED)/share/doc/gnomon,README.md HACKING.md)
	install -m 644 LICENSE $(INSTALLED)/share/doc/gnomon/copyright
	for folder in $(INSTALLED_EXAMPLES); do \
	  $(call install_to,644,$(INSTALLED)/share/doc/gnomon/$$folder,$$(find $$folder -maxdepth 1 -name '*.java' -o -maxdepth 1 -name '*.ini')) || exit 1; \
	done
	$(call install_to,644,$(INSTALLED)/share/doc/gnomon/docs,$(wildcard docs/*.md))
	$(call install_to,644,$(INSTALLED)/share/doc/gnomon/docs/design,$(wildcard docs/design/*.md))
	$(call install_to,644,$(INSTALLED)/share/doc/gnomon/docs/pictures,$(wildcard docs/pictures/*.png))

# The libraries that the programs need are read from the programs; the JDK, QEMU and dot are started as programs.
VERSION = $(shell sed -n 's/.*define GNOMON_VERSION "\(.*\)"/\1/p' viz/cli/options.h)
PACKAGE = $(BUILD)/gnomon_$(VERSION)_amd64.deb
STAGE = $(BUILD)/deb
DEB_OPTIONS = # of dpkg-deb
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

.PHONY: deb
deb: all
	@.ci/deps $(DEB_DEPS)
	rm -rf $(STAGE)
	$(MAKE) --no-print-directory install DESTDIR=$(STAGE)/root PREFIX=/usr ZSH_FUNCTIONS=/usr/share/zsh/vendor-completions
	mkdir -p $(STAGE)/debian $(STAGE)/root/DEBIAN
	printf 'Source: gnomon\n\nPackage: gnomon\nArchitecture: amd64\n' > $(STAGE)/debian/control
	cd $(STAGE) && shared=$$(dpkg-shlibdeps -O root/usr/lib/gnomon/gnomon root/usr/lib/gnomon/gnomon-verify | sed 's/.*Depends=//') && \
	  size=$$(du -sk root/usr | cut -f1) && printf '%s\n' "$$CONTROL" | sed "s/@SHARED@/$$shared/; s/@SIZE@/$$size/" > root/DEBIAN/control
	cd $(STAGE)/root && find usr -type f | sort | xargs md5sum > DEBIAN/md5sums
	dpkg-deb $(DEB_OPTIONS) --root-owner-group --build $(STAGE)/root $(PACKAGE)
