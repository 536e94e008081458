#!/usr/bin/perl
# No thread works in C for more than 2 million instructions without a poll, whatever size a program chooses: measured in
# deterministic runs, where an instruction is a tick (log/polls.c). tests/polls/Unpolled.java does each kind of such
# work in a thread of its own; then come programs of the conformance suite, each topic in a guest
# (tests/java/Suite.java): a sixth of @usual in each run, which TEST_SEED chooses (WITH=full: all).
# PROGRAMS=topic/Name,... chooses those, PROGRAMS=topic,... all of some topics, attacks/machine or another group
# (tests/lib/Attacks.pm) attacks on domains; PROGRAMS=all takes all attacks and all of tests/java and tests/hostile that
# share a boot, which takes an hour, and lists where each thread was at its longest. SAMPLE=HZ has a sampler strike,
# which shows the kernel's functions.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Attacks;
use File::Path 'make_path';
use Gnomon;
use Test::More;

cannot(
    stress => 'a collector that works all the time bends the figures that this file knows',
    warm => 'what is kept from a run before is not translated, and translation is what this file looks at',
);
need(has_tool('qemu-system-x86_64'), 'there is no QEMU, and elsewhere no run is deterministic');
my $MOST = 2_000_000;
my $LATEST = 10_000_000 + 2 * $MOST;  # a turn, and the polls before it and at its end
my @usual = qw(classfiles/LongDescriptors classfiles/LongNames dispatch/Inlined files/Compression files/Pipes log/TypesWithoutEnd memory/Interned memory/LargeInstances reflect/PackagesOfProxies work/HardVerifying work/HugeSizes work/ManyMembers);
# They end the machine, or compare what it prints as a whole: no suite can have them.
my %alone = map { $_ => 1 } qw(A B C Exceptions Threads Library Language ExitInFinally ShutdownHooks Hooks UncaughtEverywhere DaemonsLeft Halts);
my $listing = ($ENV{PROGRAMS} // '') eq 'all';

# The threads that have gone too long, each with how long and where.
sub too_long {
    my ($recording) = @_;
    my $report = report($recording);
    my @threads = @{$report->{threads}};
    my @measured = grep { $_->{unpolled_ns} } @threads;
    cmp_ok(scalar(@measured), '>=', 2, 'it was measured');
    my @outside = grep { !defined $_->{unpolled_end_ticks} || $_->{unpolled_end_ticks} < $_->{start_ticks} || $_->{end_ticks} && $_->{unpolled_end_ticks} > $_->{end_ticks} } @measured;
    is(join(' ', map { $_->{name} } @outside), '', 'the longest time of each thread ended within its life');
    my ($longest) = grep { $_->{number} == $report->{unpolled}{thread} } @threads;
    is($report->{unpolled}{end_ticks}, $longest->{unpolled_end_ticks}, 'the longest of all ended when that of its thread did');
    my @words = map { sprintf "%s [%s]: %d in %s", $_->{name}, $_->{domain}, $_->{unpolled_ns}, substr $_->{unpolled_place} // '?', 0, 300 } sort { $b->{unpolled_ns} <=> $a->{unpolled_ns} } @threads;
    diag "the longest: $words[0]" if $ENV{PROGRAMS};
    my $long = grep { $_->{unpolled_ns} > ($listing ? $MOST / 2 : $MOST) } @threads;
    return @words[0 .. $long - 1];
}

sub measure {
    my ($label, $path, @arguments) = @_;
    my $recording = scratch('recording');
    my @sampler = $ENV{SAMPLE} ? ('--sample', $ENV{SAMPLE}) : ();
    my ($status, $out, $err) = gnomon(3000, 'run', '-q', '--deterministic', '--mem', 1400, @sampler, '-o', $recording, '-cp', "$path:" . build('gnomon.jar'), @arguments);
    is($status, 0, "$label: status") or diag substr $err, -2000;
    my @long = too_long($recording);
    $listing ? diag join "\n", $label, @long : is(join("\n", @long), '', "$label: no thread goes longer without a poll than it may");
    return $out;
}

# ---- Each kind of work

sub each_kind {
    my $classes = compile('polls', 'tests/polls/Unpolled.java');
    make_path(my $archived = scratch('archived'));
    spill("$archived/$_", 'x' x (40 << 20)) for qw(written mapped);
    my @files = ('--file', "$archived:/archived", '-D', 'archived=/archived');
    my ($status, $expected, $err) = java(120, $classes, '-Xmx1g', "-Darchived=$archived", 'Unpolled');
    is($status, 0, 'Unpolled on java') or diag $err;
    cmp_ok(scalar(() = $expected =~ /\n/g), '==', 24, 'it does each kind of work');
    spill("$archived/$_", 'x' x (40 << 20)) for qw(written mapped);
    is(measure('Unpolled', $classes, '--heap', 400, @files, 'Unpolled'), $expected, 'Unpolled prints what it prints on java');
    return if !is_due(2, 'how late others are');
    ($status, $expected, $err) = java(120, $classes, '-Xmx1g', 'Unpolled', 'late');
    is($status, 0, 'Unpolled late on java') or diag $err;
    $expected =~ s/^latest: .*\n//m;  # the host's time
    my $out = measure('Unpolled late', $classes, '--heap', 400, 'Unpolled', '--', 'late');
    my ($latest, $work) = $out =~ s/^latest: (\d+) ns in (.*)\n//m ? ($1, $2) : ($MOST * 1000, '?');
    is($out, $expected, 'Unpolled late prints what it prints on java');
    cmp_ok($latest, '<=', $LATEST, "a thread of another domain that wakes up every millisecond is late by no more than a turn and two polls: by $latest ns, in $work");
}
each_kind() if $listing || !$ENV{PROGRAMS};

# ---- Programs of the suites, topic by topic

my %flags = (debug => ['-g'], release8 => ['--release', 8]);
my %sources = map { my ($name) = m{([^/]+/[^/]+)\.java$}; ($name => $_) } glob "$FindBin::Bin/java/*/*.java $FindBin::Bin/hostile/*/*.java";
my @chosen = $listing ? ((sort keys %sources), map { "attacks/$_" } sort keys %attacks) : $ENV{PROGRAMS} ? split /,/, $ENV{PROGRAMS} : share(6, @usual);
my @programs = map { my $name = $_; m{/} ? $name : grep { m{^\Q$name\E/} } sort keys %sources } @chosen;
my %topics;
for my $program (@programs) {
    my ($topic, $name) = split m{/}, $program;
    push @{$topics{$topic}}, $name if !$alone{$name} && $topic ne 'ends';
}
my $attacks = delete $topics{attacks};
my $suite = compile('suite', 'tests/java/Suite.java');
for my $topic (sort keys %topics) {
    my $to = scratch("classes-$topic");
    make_path($to);
    my @files = map { $sources{"$topic/$_"} } @{$topics{$topic}};
    push @files, sources_beside($topic);
    push @files, glob "$FindBin::Bin/java/classfiles/other/*.java $FindBin::Bin/hostile/*.java" if grep { m{/hostile/} } @files;
    my %once = map { $_ => 1 } @files;
    my @javac = ('javac', '-J-XX:TieredStopAtLevel=1', qw(-encoding UTF-8 -nowarn -proc:none -XDignore.symbol.file), '-cp', build('gnomon.jar'), '-d', $to);
    my ($failed, $words, $more) = run(300, @javac, @{$flags{$topic} // []}, sort keys %once);
    is($failed, 0, "$topic compiles") or diag "$words$more" and next;
    measure($topic, "$to:$suite", 'Suite', '--', map { "$topic/$_" } @{$topics{$topic}});
}

# ---- Attacks, each group in a guest

my ($attackers, $others) = $attacks ? attack_classes() : ();
measure("attacks/$_", "$attackers:$others", 'Judge', '--', @{$attacks{$_}}) for @{$attacks // []};
done_testing();
