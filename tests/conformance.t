#!/usr/bin/perl
# Programs print on both machines what `java` prints. Every tests/java/TOPIC/NAME.java is one: a public class of that
# name in no package, with main, whose output is the same in every run; classes in packages below `other` stand in
# folders below the topic's, or below tests/java/other if several topics have them. They share a boot
# (tests/java/Suite.java), but for thirteen, which boot alone and are compared in both outputs and the status. `stress`
# is Linux once more, with a collection at every 1,000th allocation, every tenth of them full, the space left behind
# being taken away: a program that still uses a reference that the collector did not know of dies; so does a translation
# whose form is found to be wrong after a pass, or whose registers are; and every method is translated again at its
# third call. (tests/collect.t has some with a collection at every allocation.) `again` is Linux with only that, `empty`
# without translations that are kept, and with each translation checked. `warm` is a program by itself with its own
# kept, for which it runs before (`keep`), and once more after (`warm-again`): the thirteen, or all if MACHINES says
# warm. Under `stress` each run takes a twelfth of the programs, and in QEMU, of those that share a boot, a 24th, which
# TEST_SEED chooses (WITH=full: all).
# MACHINES, TOPICS and PROGRAMS (names with commas) choose, and so does MATCHING, a pattern that is looked for in the
# sources; JOBS is how many run at once; OPTIONS are given to `gnomon run` besides. REPEAT=N has all run N times on each
# machine:
#     REPEAT=200 MACHINES=linux OPTIONS='--cpus 4' MATCHING='Thread|Executor|parallel|ForkJoin|Timer' prove
#     tests/conformance.t
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path qw(make_path remove_tree);
use Gnomon;
use POSIX ();
use Test::More;

my $repeat = $ENV{REPEAT} // 1;
my @machines = map { my $machine = $_; $machine, map { "$machine#$_" } 2 .. $repeat } split /,/, $ENV{MACHINES} // 'linux,qemu,stress,warm';
my $is_warm = grep { $_ eq 'warm' } @machines;
@machines = grep { $_ ne 'warm' } @machines;
my $matching = $ENV{MATCHING} // '';
my %topics = map { $_ => 1 } split /,/, $ENV{TOPICS} // '';
my %programs = map { $_ => 1 } split /,/, $ENV{PROGRAMS} // '';
my $jobs = $ENV{JOBS} // 2;
my @options = split ' ', $ENV{OPTIONS} // '';  # of gnomon run, besides
my @again = qw(--machine linux -Dgnomon.again=2);
my @stress = (@again, qw(-Dgnomon.gc.stress=1000 -Dgnomon.gc.protect=1 -Dgnomon.gc.verify=200 -Dgnomon.check=1));
my %options_of = (stress => [@stress], again => [@again], empty => [qw(--machine linux --no-kept -Dgnomon.check=1)], keep => ['--machine', 'linux', '--keep'], warm => ['--machine', 'linux'], 'warm-again' => [@again]);
my $top = "$FindBin::Bin/java";

my %single = map { $_ => 1 } qw(A B C Exceptions Threads Library Language ExitInFinally ShutdownHooks Hooks UncaughtEverywhere DaemonsLeft Halts);
my @compiler = qw(-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -encoding UTF-8 -nowarn -proc:none -XDignore.symbol.file);
my %flags = (debug => '-g', release8 => '--release 8');  # topic => what javac is told besides
my %left_out = ();  # name => why

my (%topic_of, %count, %failed);
for my $source (sort glob "$top/*/*.java") {
    my ($topic, $name) = $source =~ m{([^/]+)/([^/]+)\.java$};
    if ($topic_of{$name}) {
        fail("$topic/$name has a name of its own");
        next;
    }
    next if %topics && !$topics{$topic} || %programs && !$programs{$name};
    $topic_of{$name} = $topic;
    $count{$topic}++;
}
my @names = sort { $topic_of{$a} cmp $topic_of{$b} || $a cmp $b } grep { !$left_out{$_} } keys %topic_of;

# ---- Compiling: what has the same flags at once; if that fails, topic by topic, so that one that does not compile
# leaves the others

sub javac {
    my ($flags, @topics) = @_;
    my %chosen = map { $_ => 1 } @topics;
    my @sources = map { "$top/$topic_of{$_}/$_.java" } grep { $chosen{$topic_of{$_}} } @names;
    my ($status, $out, $err) = run(300, 'javac', @compiler, split(' ', $flags), '-cp', build('gnomon.jar'), '-d', scratch('classes'), @sources, sources_beside(@topics));
    return $status ? "$err$out" : undef;
}

make_path(scratch('classes'));
my %groups;
push @{$groups{$flags{$_} // ''}}, $_ for sort keys %count;
for my $flags (sort keys %groups) {
    my $together = javac($flags, @{$groups{$flags}});
    next if ok(!defined $together, 'all topics compile together' . ($flags && " with $flags"));
    diag($together);
    for my $topic (@{$groups{$flags}}) {
        my $words = javac($flags, $topic) // next;
        fail("$topic compiles");
        diag($words);
        $failed{$topic} = 1;
    }
}
@names = grep { !$failed{$topic_of{$_}} } @names;
my ($status, $out, $err) = run(60, 'javac', @compiler, '-d', scratch('classes'), "$top/Suite.java");
die "Suite: $err$out" if $status;

# ---- Running: jobs, some at once, each of which leaves what it found in a file

my @jobs;
@names = grep { slurp("$top/$topic_of{$_}/$_.java") =~ $matching } @names;
# Full collections by the dozen come first, while there is little to collect
my %early = map { $_ => 1 } qw(Unload Leftovers Reuse OutOfStackAndHeap);
my @suite = sort { ($early{$b} // 0) <=> ($early{$a} // 0) } grep { !$single{$_} } @names;
my @alone = grep { $single{$_} } @names;
my @arguments = ('first', 'second argument');

sub on {
    my ($machine, $directory, @command) = @_;
    return java(600, scratch('classes'), '-Xmx256m', @command) if $machine =~ /^java/;  # as much as a guest has
    my ($main, @rest) = @command;
    my $recording = scratch("$directory-$machine");
    $machine =~ s/#.*//;
    # Classes and code stay until the end, those of all programs of a boot.
    my @got = gnomon(1200, 'run', '-q', @{$options_of{$machine} // ['--machine', $machine]}, '--mem', 1024, @options, '-o', $recording, '-cp', scratch('classes') . ':' . build('gnomon.jar'), $main, '--', @rest);
    remove_tree($recording) if ($repeat > 1 || $machine =~ m{warm|keep}) && !$got[0];
    return @got;
}

# The programs that share a boot, on this machine. A user who asks for machines or programs gets all.
my $chosen = grep { $ENV{$_} } qw(MACHINES TOPICS PROGRAMS MATCHING);
my %suite_of = map { $_ => [!$chosen && /^(qemu|stress)/ ? share(/^qemu/ ? 24 : 12, @suite) : @suite] } 'java', @machines;

sub result { my ($machine, $name) = @_; return scratch("result-$machine-$name") }

# A loader's identity hash in an exception's message is no output that could be the same.
sub keep {
    my ($path, $text) = @_;
    $text =~ s/(loader \S+) \@[0-9a-f]+/$1 \@.../g;
    spill($path, $text);
}

# A guest that dies takes only the program with it that ran: a new boot goes on with the next, five times.
sub run_suite {
    my ($machine) = @_;
    my @left = @{$suite_of{$machine}};
    for (my $boot = 0; @left && $boot < 6; $boot++) {
        my ($got_status, $got, $words) = on($machine, "suite$boot", 'Suite', map { "$topic_of{$_}/$_" } @left);
        keep(result($machine, $1), $2) while $got =~ m{^==== begin [^/\n]+/(\w+)\n(.*?)\n==== end [^/\n]+/\1\n}msg;
        my ($last, $rest) = $got =~ m{.*^==== begin [^/\n]+/(\w+)\n(.*)}ms or return keep(result($machine, $left[0]) . '.died', "$got\n$machine ended with status $got_status: $words");
        keep(result($machine, $last) . '.died', "$rest\n$machine ended with status $got_status: $words") if !-e result($machine, $last);
        shift @left while @left && $left[0] ne $last;
        shift @left;
    }
}

sub run_alone {
    my ($machine, $name) = @_;
    my ($got_status, $got, $words) = on($machine, $name, $name, @arguments);
    keep(result($machine, $name), "$got==== standard error\n$words==== status $got_status\n");
}

# What the program leaves is kept for its own class path and name.
sub run_warm {
    my ($name) = @_;
    run_alone($_, $name) for grep { !/^java$/ || !$single{$name} } expected_by($name), qw(keep warm warm-again);
}

sub expected_by { my ($name) = @_; return $single{$name} ? 'java' : 'java-alone' }

my @warm = !$is_warm ? () : $ENV{MACHINES} ? @names : @alone;
own_cache() if @warm;
if (@suite && @machines) {
    for my $machine ((grep { /^qemu/ } @machines), 'java', grep { !/^qemu/ } @machines) { push @jobs, sub { run_suite($machine) } }
}
my %alone_in = map { my $machine = $_; $machine => {map { $_ => 1 } !$chosen && /^(qemu|stress)/ ? share(12, @alone) : @alone} } 'java', @machines;
for my $name (@alone) {
    for my $machine (grep { $alone_in{$_}{$name} } 'java', @machines) { push @jobs, sub { run_alone($machine, $name) } }
}
for my $name (@warm) { push @jobs, sub { run_warm($name) } }
scratch();
my $running = 0;
for my $job (@jobs) {
    if ($running >= $jobs) { wait; $running--; die "a job failed\n" if $? }
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        my $done = eval { $job->(); 1 } or print STDERR $@;
        POSIX::_exit($done ? 0 : 1);
    }
    $running++;
}
while (wait != -1) { die "a job failed\n" if $? }

# ---- Comparing

my %is_warm = map { $_ => 1 } @warm;
my %runs_on = map { my $machine = $_; $machine => {map { $_ => 1 } @{$suite_of{$machine}}} } @machines;

sub difference {
    my ($expected, $got) = @_;
    return "never reached\n" if !-e $got && !-e "$got.died";
    return '' if -e $got && slurp($got) eq slurp($expected);
    my ($found, $text) = run(20, 'diff', '-a', '-U', '2', '--label', 'java', '--label', 'ours', $expected, -e $got ? $got : "$got.died");
    return '' if !$found;
    my @lines = split /\n/, $text;
    splice @lines, 40, @lines - 40, '... and more' if @lines > 40;
    return join "\n", @lines;
}

for my $name (@names) {
    my $label = "$topic_of{$name}/$name";
    for my $machine ($is_warm{$name} ? qw(keep warm warm-again) : ()) {
        my $difference = difference(result(expected_by($name), $name), result($machine, $name));
        ok($difference eq '', "$label on $machine") or diag($difference);
    }
    next if !@machines;
    if (!-e result('java', $name)) {
        fail("$label on java");
        next;
    }
    for my $machine (grep { $alone_in{$_}{$name} || $runs_on{$_}{$name} } @machines) {
        my $difference = difference(result('java', $name), result($machine, $name));
        ok($difference eq '', "$label on $machine") or diag($difference);
    }
}
note(sprintf '%-16s %3d programs', $_, $count{$_}) for sort keys %count;
note("$_: " . @{$suite_of{$_}} . " programs in a boot that they share") for sort keys %suite_of;
note(sprintf '%-16s %3d programs, %d of them alone', 'all', scalar keys %topic_of, scalar @alone);
note(%left_out ? 'left out:' : 'left out: none');
note("  $_: $left_out{$_}") for sort keys %left_out;
done_testing();
