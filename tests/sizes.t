#!/usr/bin/perl
# One step past every constant: tests/sizes/ has a case for each that a program can reach, which is run with the
# constant less one, itself, one more and twice, and with sizes near these that SEED chooses (ROUNDS of them). What each
# comes to is what `java` says; where that has no such limit, what stands below. The run ends with 0, and its recording
# passes `gnomon check`. tests/sizes/constants names the case of each constant in the sources whose name says that it is
# a limit, or why it has none: one that is missing there, or is there no more, fails. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my ($seed, $rounds) = ($ENV{SEED} // 1 + seed() % 1_000_000, $ENV{ROUNDS} // 10);
my $too_much = 'java.lang.IllegalArgumentException';
my $io = 'java.io.IOException';
# With the four sizes; a size at random comes to one of these, or to a number
my %own = (
    FILE_BYTES_MAX => [($io) x 4],  # a file is as large as memory is
    MAPPINGS_LIMIT => [65529, 65530, $io, $io],
    EVENTS_LIMIT => [('true') x 4],
    PORTALS_MOST => ['4095 -1', '4096 -1', 'gnomon.PortalCopyException', 'gnomon.PortalCopyException'],
    MEMORIES_MOST => [10, 10, 11, 11],
    OWNERS_MOST => [10, 10, 11, 11],
    types_of_events => [10, 10, 11, 11],
    names_of_events => [(10) x 4],
    exit_status => [254, 255, 256, 510],
    RIGHTS_NAME_MOST => [7, 7, $too_much, $too_much],
    RIGHTS_OPTIONS_MOST => [($too_much) x 4],
    RIGHTS_property => [(10) x 4],
    SHARE_WEIGHT_MOST => [7, 7, $too_much, $too_much],
    NET_RULES_MOST => [7, 7, $too_much, $too_much],
    RIGHTS_names => [(7) x 4],
    RIGHTS_threads => [$too_much, 10, 10, 10],
    RIGHTS_files => [$too_much, 10, 10, 10],
    RIGHTS_heap => [$too_much, 7, 7, 7],
    RIGHTS_classdata => [$too_much, 1, 1, 7],
    RIGHTS_domains => [7, 7, $too_much, $too_much],
    RIGHTS_types => [7, 7, $too_much, $too_much],
    RIGHTS_connections => [7, 7, $too_much, $too_much],
);
# Those that an emulated processor does in a moment, and that need little memory
my @emulated = qw(ARGUMENT_SLOTS_MAX MOST_DIMENSIONS names CLASS_DISPLAY_DEPTH CLASS_IMT_SLOTS HELD_LIMIT MAX_LOOPS MOST_NESTING THIN_DEPTH_LIMIT names_of_threads FILE_NAME_MAX FILE_PATH_BYTES PATH_BYTES_MAX NAME_MOST COPY_WANTS_MOST RIGHTS_NAME_MOST);

my $classes = compile('sizes', map { "tests/$_" } map { s{.*/tests/}{}r } glob("$FindBin::Bin/sizes/*.java"), glob("$FindBin::Bin/java/classfiles/other/*.java"));
my (undef, $list) = run(60, 'java', '-cp', "$classes:" . build('gnomon.jar'), 'Sizes');
my @cases = split /\n/, $list;
cmp_ok(scalar @cases, '>', 60, 'there are cases');

# ---- Constants

my %constant;
for my $file (split /\n/, `cd $FindBin::Bin/.. && find kernel translator log base boot -name '*.[ch]' -not -path '*/test/*'`) {
    $constant{$_} //= $file for slurp("$FindBin::Bin/../$file") =~ /^#define (\w*(?:MOST|MAX|LIMIT)\w*) /mg;
}
my %known = map { /^(\w+) (.*)$/ ? ($1 => $2) : () } split /\n/, slurp("$FindBin::Bin/sizes/constants");
my %is_case = map { $_ => 1 } @cases;
is(join(', ', map { "$_ ($constant{$_})" } grep { !$known{$_} && !$is_case{$_} } sort keys %constant), '', 'each constant that is a limit has a case, or a reason why not');
is(join(', ', grep { !$constant{$_} } sort keys %known), '', 'what has a reason is there');
is(join(', ', grep { $is_case{$_} } sort keys %known), '', 'and has no case');

# ---- Sizes

sub sizes_on {
    my ($machine, $random, @names) = @_;
    my $recording = scratch($machine);
    my ($status, $out, $err) = gnomon(900 + 3 * $rounds, 'run', '-q', '--machine', $machine, $machine eq 'linux' ? ('--cpus', 2) : (), '--mem', 2048, '-o', $recording, '-cp', "$classes:" . build('gnomon.jar'), 'Sizes', '--', $seed, $random, @names);
    is($status, 0, "$machine: status") or diag substr $err, -3000;
    my ($check, $words, $more) = gnomon(120, 'check', $recording);
    is($check, 0, "$machine: the recording") or diag "$words$more";
    return split /\n/, $out;
}

sub right_own {
    my ($name, $outcome, $number) = @_;
    my $expected = $own{$name};
    return $number < 4 ? $outcome eq $expected->[$number] : $outcome =~ /^\d/ || scalar grep { $_ eq $outcome } @$expected;
}

sub check {
    my ($label, $got, $expected, $names) = @_;
    my (%count, @wrong);
    my %is = map { /^(\S+ \d+): (.*)$/ ? ($1 => $2) : () } @$expected;
    for my $line (@$got) {
        my ($name, $size, $outcome) = $line =~ /^(\S+) (-?\d+): (.*)$/ or next;
        my $right = $own{$name} ? right_own($name, $outcome, $count{$name}++) : $outcome eq ($is{"$name $size"} // 'nothing');
        push @wrong, $line . ($own{$name} ? '' : ' for ' . ($is{"$name $size"} // 'nothing')) if !$right;
    }
    is(join("\n", @wrong), '', "$label, seed $seed: what is not as it should be");
    is($got->[-1], 'done', "$label: all were tried");
}

my @alike = grep { !$own{$_} } @cases;
my @own = grep { $own{$_} } @cases;
for my $machine (machines(3)) {
    my @names = $machine eq 'linux' ? @alike : grep { !$own{$_} } @emulated;
    my ($status, $out, $err) = java(300 + 2 * $rounds, $classes, '-Xmx1g', 'Sizes', $seed, $machine eq 'linux' ? $rounds : 0, @names);
    is($status, 0, 'java: status') or diag substr $err, -2000;
    check("$machine, as java", [sizes_on($machine, $machine eq 'linux' ? $rounds : 0, @names)], [split /\n/, $out]);
    @names = $machine eq 'linux' ? @own : grep { $own{$_} } @emulated;
    check("$machine, its own", [sizes_on($machine, $machine eq 'linux' ? $rounds : 0, @names)], []);
}
diag("sizes at random from $seed; SEED=$seed runs them again") if !$ENV{SEED};
done_testing;
