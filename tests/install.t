#!/usr/bin/perl
# What `make install` and `make deb` bring: it runs from where it was put, by a user who is not root and without the
# sources; its manual page and completions are read by the programs that they are for.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use File::Temp 'tempdir';
use Test::More;
use Gnomon;

need(-x build('gnomon'), 'gnomon is not built (make all)');
need(has_tool('make'), 'there is no make');
my $top = "$FindBin::Bin/..";
# Where another user can go
my $place = tempdir('gnomon-install-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chmod 0755, $place;

my ($status, $out, $err) = run(300, 'make', '-s', '-C', $top, 'BUILD=' . build(), "DESTDIR=$place", 'PREFIX=/opt/gnomon', 'install');
is($status, 0, 'make install') or diag $out, $err;
my $prefix = "$place/opt/gnomon";
my $tool = "$prefix/bin/gnomon";
ok(-f "$prefix/$_", $_) for qw(bin/gnomon lib/gnomon/gnomon-verify lib/gnomon/pc/gnomon.elf lib/gnomon/linux/gnomon-kernel share/java/gnomon.jar share/man/man1/gnomon.1.gz
    share/bash-completion/completions/gnomon share/zsh/site-functions/_gnomon share/doc/gnomon/copyright share/doc/gnomon/README.md share/doc/gnomon/docs/first-run.md
    share/doc/gnomon/docs/pictures/report.png);
($status, $out, $err) = run(20, 'find', $place, '-mindepth', 1, '-maxdepth', 1);
is($out, "$place/opt\n", 'nothing stands outside of PREFIX');
my ($version) = slurp("$top/viz/cli/options.h") =~ /GNOMON_VERSION "(.*)"/;
is((run(20, $tool, '--version'))[1], "gnomon $version\n", '--version');

# ---- The demo's first command, as nobody where we are root

sub somebody {
    my @command = @_;
    my @as = $> == 0 ? ('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups') : ();
    local $ENV{HOME} = "$place/home";
    local $ENV{XDG_CACHE_HOME};
    delete $ENV{XDG_CACHE_HOME};
    return run(300, @as, @command);
}
make_path("$place/home", "$place/classes");
($status, $out, $err) = run(120, 'javac', '-XDstringConcat=inline', '-d', "$place/classes", '-cp', "$prefix/share/java/gnomon.jar", glob "$prefix/share/doc/gnomon/examples/*.java");
is($status, 0, 'the examples that are installed compile, with the jar that is') or diag $err;
chown 65534, 65534, "$place/home" if $> == 0;
my ($demo) = slurp("$top/mk/demo.mk") =~ s/\s*\\\n\s*/ /gr =~ m{^\t\$\(BUILD\)/gnomon (run --deterministic .*?) -o demo -cp \$\(BUILD\)/examples (WordCount)}m;
ok($demo, "the demo's first command is there");
($status, $out, $err) = somebody('sh', '-c', "cd '$place/home' && '$tool' $demo -o demo -cp '$place/classes' WordCount && id -u >&2");
is($status, 0, 'runs') or diag $err;
like($out, qr/\w/, 'and prints something');
isnt(($err =~ /^(\d+)$/m)[0], 0, 'as a user who is not root') if $> == 0;
($status, $out, $err) = somebody($tool, 'report', "$place/home/demo");
like($out, qr/^ +\d+ .*WordCount\.\w+\(/m, 'its report has its methods');
($status, $out, $err) = somebody($tool, 'run', '--machine', 'linux', '-o', "$place/home/linux", '-cp', "$place/classes", 'WordCount');
is("$status $err", '0 ', 'as a Linux process too');

# The second example, with the database
SKIP: {
    my $jar = '/usr/share/java/hsqldb.jar';
    skip 'there is no HSQLDB', 3 unless -f $jar;
    ($status, $out, $err) = run(120, 'javac', '-d', "$place/classes", glob "$prefix/share/doc/gnomon/examples/jdbc/*.java");
    is($status, 0, 'the example with a database compiles') or diag $err;
    ($status, $out, $err) = somebody($tool, 'run', '-q', '--machine', 'linux', '--time', 'org.hsqldb.jdbc.**', '-o', "$place/home/jdbc", '-cp', "$place/classes:$jar", 'Orders', '--', 200, 500);
    is($status, 0, 'and runs') or diag $err;
    like((somebody($tool, 'report', "$place/home/jdbc", '--package', 'org.hsqldb.jdbc'))[1], qr/^ +\d.*org\.hsqldb\.jdbc\.\w+\.[\w<>]+\(/m, 'its report has the driver');
}

# ---- The manual page

SKIP: {
    skip 'there is no man', 3 unless has_tool('man');
    local @ENV{qw(MANWIDTH LC_ALL)} = (80, 'C.UTF-8');
    ($status, $out, $err) = run(60, 'man', '--warnings', '-l', "$prefix/share/man/man1/gnomon.1.gz");
    is("$status $err", '0 ', 'man reads it and warns of nothing');
    my $page = $out =~ s/.\x08//gr =~ s/\xe2\x80\x90\n\s*//gr;
    my @missing = grep { $page !~ /(?:^|[ ,])\Q$_\E(?=[ \[,=\n])/m } map { /^ +(?:-\w+, )?(--?[a-zA-Z-]+)/mg } map { (gnomon(20, 'help', $_))[1] =~ s/.*^Options:$//msr =~ s/^Options of all.*//msr } qw(run report export diff);
    is_deeply(\@missing, [], 'every option stands in it');
    like($page, qr/EXIT STATUS/, 'and the exit statuses');
}

# ---- Completion

sub bash_offers {
    my (@words) = @_;
    my $script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gnomon; printf "%s\n" "${COMPREPLY[@]}"';
    my ($code, $text, $words) = run(20, 'bash', '-c', $script, "$prefix/share/bash-completion/completions/gnomon", @words);
    is($words, '', "bash has nothing to say: @words");
    return join ' ', sort split /\n/, $text;
}
my $verbs = join ' ', sort 'run', 'report', '--help', '--version', map { /^  (\w+) {2,}[A-Z]/mg } (gnomon(20, 'help'))[1] =~ s/.*^Commands:$//msr =~ s/^  (?:run|report) .*//mgr;
is(bash_offers('gnomon', ''), $verbs, 'bash offers every command');
is(bash_offers('gnomon', 'repo'), 'report', 'and completes one');
is(bash_offers('gnomon', 'report', 'x', '--sor'), '--sort', 'an option');
is(bash_offers('gnomon', 'report', '--sort', 'cp'), 'cpu cpu-self', 'its words');
is(bash_offers('gnomon', 'run', '--color', 'a'), 'always auto', "those of all commands' options");
is(bash_offers('gnomon', 'report', "$place/cl"), "$place/classes", 'names of files');
is(bash_offers('gnomon', 'run', '--mem', "$place/cl"), '', 'but not for a number');
is(bash_offers('gnomon', 'help', 'ex'), 'export', 'commands for help');

# zsh completes only for somebody who types: a terminal of its own
sub zsh_line {
    my ($typed) = @_;
    spill("$place/zsh", <<"END");
zmodload zsh/zpty
zpty inner env TERM=xterm zsh -f -i
zpty -w inner "unsetopt beep; fpath=($prefix/share/zsh/site-functions \\\$fpath); autoload -Uz compinit; compinit -u -D; gnomon() { print -r -- \\"<\\\$*>\\" E''ND; }; print SE''T"
zpty -r inner text '*SET*'
zpty -wn inner "$typed"\$'\\t\\r'
zpty -r inner text '*END*'
print -r -- "\$text"
zpty -d inner
END
    my ($code, $text) = run(60, 'zsh', '-f', "$place/zsh");
    return $text =~ /<([^<>]*)> END/ ? $1 : "nothing: $text";
}
SKIP: {
    skip 'there is no zsh', 3 unless has_tool('zsh');
    is(zsh_line('gnomon repo'), 'report', 'zsh completes a command');
    like(zsh_line('gnomon report --sor'), qr/^report --sort/, 'an option');
    like(zsh_line('gnomon report --sort elap'), qr/^report --sort elapsed/, 'and its words');
}

# ---- The package

SKIP: {
    skip 'there is no dpkg-shlibdeps', 5 unless has_tool('dpkg-shlibdeps');
    ($status, $out, $err) = run(300, 'make', '-s', '-C', $top, 'BUILD=' . build(), "STAGE=$place/stage", "PACKAGE=$place/gnomon.deb", 'DEB_OPTIONS=-Zgzip -z1', 'deb');
    is($status, 0, 'make deb') or diag $out, $err;
    my $field = (run(60, 'dpkg-deb', '--field', "$place/gnomon.deb", 'Depends'))[1];
    like($field, qr/\blibc6 \(.*\bzlib1g \(.*\bopenjdk-17-jdk-headless, qemu-system-x86, graphviz$/m, 'says what it needs');
    is((run(60, 'dpkg-deb', '--extract', "$place/gnomon.deb", "$place/package"))[0], 0, 'dpkg-deb reads it');
    is((run(20, "$place/package/usr/bin/gnomon", '--version'))[1], "gnomon $version\n", 'and what it holds runs');
    ($status, $out, $err) = run(60, 'sh', '-c', "cd '$place/package' && dpkg-deb --control ../gnomon.deb ../control && md5sum --quiet -c ../control/md5sums");
    is("$status$out$err", '0', 'with its sums right');
}
done_testing;
