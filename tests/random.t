#!/usr/bin/perl
# Programs that tests/random/generate writes print on both machines what `java` prints, on Linux also when every method is translated again at its third call:
# random.t [FIRST COUNT]. Unless told, these are the 50 from 1 on, which are the same in every run, and 20 that no run has had, from RANDOM_SEED on or from a number
# that the clock gives; it is printed. A difference is looked at by running RandomMain with the seed as argument on both; what it was becomes a named case in
# tests/java/. At the end, which bytecodes the programs hold, and how many.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

my $new_seed = $ENV{RANDOM_SEED} // time % 1_000_000_000;
my @wanted = @ARGV == 2 ? [@ARGV] : ([1, 50], [$new_seed, 20]);
diag("new seeds from $new_seed on; RANDOM_SEED=$new_seed runs them again") if @wanted == 2;
my @machines = split /,/, $ENV{MACHINES} // 'linux,qemu';
my $batch = 50;
my %bytecodes;

sub count_bytecodes {
    my ($classes) = @_;
    my ($status, $out, $err) = run(60, "$FindBin::Bin/random/opcodes", "$FindBin::Bin/../translator/reader/bytecode.h", glob "$classes/*.class");
    die "opcodes: $err\n" if $status;
    $bytecodes{$1} += $2 while $out =~ /^(\w+) (\d+)$/mg;
}

sub check_programs {
    my ($start, $programs) = @_;
    my $sources = scratch("random-$start");
    make_path($sources);
    system("$FindBin::Bin/random/generate", $sources, $start, $programs) and die "generate: $?\n";
    my $classes = compile("classes-$start", glob "$sources/*.java");
    count_bytecodes($classes);
    # Interpreted: HotSpot's compilers take a final field that a constructor reads before it sets it for what was read.
    my ($status, $out, $err) = java(240, $classes, '-Xint', 'RandomMain');
    is($status, 0, "programs $start to " . ($start + $programs - 1) . ' on java');
    my @expected = split /\n/, $out;
    is(scalar @expected, $programs, 'each has printed its line');
    for my $way (map { [$_], $_ eq 'linux' ? [$_, '-Dgnomon.again=2'] : () } @machines) {
        my $machine = join ' ', @$way;
        my ($our_status, $our_out, $our_err) = gnomon(240, 'run', '-q', '--machine', @$way, '-o', scratch("random-$start"), '-cp', $classes, 'RandomMain');
        my @got = split /\n/, $our_out;
        my @different = grep { ($got[$_] // '') ne $expected[$_] } 0 .. $#expected;
        is(join(', ', map { $start + $_ } @different), '', "$programs programs from $start on $machine: seeds that differ");
        is("$our_status$our_err", "$status$err", "$machine: status and standard error");
    }
}

for my $range (@wanted) {
    my ($first, $count) = @$range;
    for (my $start = $first; $start < $first + $count; $start += $batch) {
        check_programs($start, $start + $batch < $first + $count ? $batch : $first + $count - $start);
    }
}

# Methods as large as can be
spill(scratch('Giant.java'), scalar `$FindBin::Bin/random/giant`);
my $classes = compile('giant', scratch('Giant.java'));
count_bytecodes($classes);
my ($status, $out, $err) = java(60, $classes, 'Giant');
is($status, 0, 'giant methods on java');
for my $machine (@machines) {
    my ($our_status, $our_out, $our_err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', scratch("giant-$machine"), '-cp', $classes, 'Giant');
    is("$our_status\n$our_out$our_err", "$status\n$out$err", "giant methods on $machine");
}

# What javac never emits; tests/java/classfiles/ has programs with these.
my %unused = map { $_ => 1 } qw(nop swap jsr jsr_w ret);
my @missing = grep { !$bytecodes{$_} && !$unused{$_} } sort keys %bytecodes;
note("bytecodes: $_") for map { join ', ', grep { defined } @$_ } map { [(map { "$_ $bytecodes{$_}" } sort { $bytecodes{$a} <=> $bytecodes{$b} } keys %bytecodes)[10 * $_ .. 10 * $_ + 9]] } 0 .. $#{[keys %bytecodes]} / 10;
note("never emitted by javac: @{[sort keys %unused]}");
my $count = 0;
$count += $_->[1] for @wanted;
is("@missing", '', 'every other bytecode is in a program') if $count >= 50;
note("not in these programs: @missing") if $count < 50;
done_testing();
