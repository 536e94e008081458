#!/usr/bin/perl
# gnomon diff: of two versions of a program the method that one has made slower comes first, with the factor; two equal
# runs do not differ; of two deterministic runs the place where they part. The programs are made here, so that what
# changed is known.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Test::More;
use Gnomon;
use Cpanel::JSON::XS;

need(-x build('gnomon'), 'gnomon is not built (make all)');
my %machines = map { ($_ => 1) } machines();

sub program {
    my ($name, $class, $source) = @_;
    make_path(scratch("$name.src"));
    spill(scratch("$name.src/$class.java"), $source);
    return compile($name, scratch("$name.src/$class.java"));
}

sub record {
    my ($name, $classes, $class, @options) = @_;
    my ($main, @arguments) = split / /, $class;
    my ($status, $out, $err) = gnomon(300, 'run', @options, '-o', scratch("$name.data"), '-cp', $classes, $main, @arguments ? ('--', @arguments) : ());
    is($status, 0, "$name runs") or diag $err;
    return scratch("$name.data");
}

sub compared {
    my ($status, $out, $err) = gnomon(120, 'diff', @_, '--format', 'json');
    diag $err if $err;
    return ($status, $out ? decode_json($out) : {});
}

# A loop of 20,000 rounds for each unit of work
sub slow_source {
    my ($work, $calls) = @_;
    return <<"END";
package work;
public class Slow {
    static int sink;
    static int steady(int n) { int x = n; for (int i = 0; i < n; i++) x = x * 33 ^ i; return x; }
    static void changed() { int x = sink; for (int i = 0; i < 20000 * $work; i++) x = x * 31 + i; sink = x; }
    public static void main(String[] a) { for (int i = 0; i < $calls; i++) { sink += steady(2000); changed(); } System.out.println("done"); }
}
END
}

# ---- To the instruction

if ($machines{qemu}) {
    my @instruments = ('--deterministic', '--time', 'work.*.*');
    my ($one, $three) = map { program("slow$_", 'Slow', slow_source($_, 300)) } 1, 3;
    my $first = record('one', $one, 'work.Slow', @instruments);
    my $again = record('again', $one, 'work.Slow', @instruments);
    my $slower = record('three', $three, 'work.Slow', @instruments);
    my ($status, $same) = compared($first, $again);
    is($status, 0, 'two equal deterministic runs: status 0');
    is_deeply([map { scalar @{ $same->{$_}{changed} } } qw(methods packages samples events)], [0, 0, 0, 0], 'nothing has changed');
    ok(!$same->{different} && !$same->{records}{first_difference}, 'and no record');
    like((gnomon(60, 'diff', $first, $again))[1], qr/^All \d+ records are equal, to the instruction\n.*^No difference beyond the errors$/ms, 'which it says');
    ($status, my $slow) = compared($first, $slower);
    is($status, 1, 'a slower method: status 1');
    my $change = $slow->{methods}{changed}[0];
    is($change->{name}, 'work.Slow.changed()', 'is named first');
    # The rest of the method, some instructions of 140,000, is not three times as much
    cmp_ok(abs($change->{factor} - 3), '<=', $change->{factor_err} + 0.001, "three times as much: $change->{factor} ±$change->{factor_err}");
    is($change->{difference_ns} % (300 * 2 * 20000), 0, 'and the difference is a number of instructions for each round');
    ok(!(grep { $_->{name} =~ /steady/ } @{ $slow->{methods}{changed} }), 'what is as before is not named');
    is($slow->{packages}{changed}[0]{name}, 'work', 'nor another package first');
    my (undef, $back) = compared($slower, $first);
    cmp_ok($back->{methods}{changed}[0]{difference_ns}, '==', -$change->{difference_ns}, 'and the other way round');

    # One program, so that translating it takes both runs the same
    my $branch = program('branch', 'Branch', <<'END');
public class Branch {
    static int sink;
    static void even(int i) { sink += i; }
    static void odd(int i) { sink -= i; }
    public static void main(String[] a) {
        int at = Integer.parseInt(a[0]);
        for (int i = 0; i < 400; i++) { if (i == at) odd(i); else even(i); }
        System.out.println("done");
    }
}
END
    my @runs = map { record("branch$_", $branch, "Branch $_", '--deterministic', '--trace', 'Branch.*', '--events', 'thread,class,method') } 250, 251;
    ($status, my $parted) = compared(@runs);
    my $place = $parted->{records}{first_difference};
    is($status, 1, 'two runs that differ in a branch: status 1');
    is(scalar(grep { $_ =~ /method_(enter|leave) method=Branch\.even/ } @{ $place->{common} }), 5, 'both did the same before');
    like($place->{a}[0], qr/method_enter method=Branch\.odd/, 'then one goes into the branch');
    like($place->{b}[0], qr/method_enter method=Branch\.even/, 'and the other does not');
    # Independent of the tool's reader: the first record of the one region that is not in the other
    my ($left, $right) = map { [map { join ' ', $_->{ticks}, $_->{event} // $_->{id}, $_->{a} } events(region($_))] } @runs;
    my $equal = 0;
    $equal++ while $left->[$equal] eq $right->[$equal];
    is($place->{equal_records}, $equal, 'after as many equal records as the regions have');
    my $start = unpack 'Q<', substr(region($runs[0]), 64, 8);
    my ($instructions) = $left->[$equal] =~ /^(\d+)/;
    is($place->{a_instructions} - $place->{b_instructions}, $instructions - ($right->[$equal] =~ /^(\d+)/)[0], 'at the instructions of these records');
    like((gnomon(60, 'diff', @runs))[1], qr/^They part after $equal equal records: A at instruction $place->{a_instructions}, B at instruction $place->{b_instructions}$/m, 'in words');
}

# ---- By the clock

if ($machines{linux}) {
    my ($one, $more) = map { program("real$_", 'Slow', slow_source($_, 400)) } 1, 20;
    my @instruments = ('--machine', 'linux', '--time', 'work.*.*');
    my @runs = map { record("real-$_->[0]", $_->[1], 'work.Slow', @instruments) } ['first', $one], ['again', $one], ['more', $more];
    my @filter = ('--filter', 'work.Slow.steady', '--filter', 'work.Slow.changed');
    my ($status, $same) = compared(@runs[0, 1], @filter);
    is_deeply($same->{methods}{changed}, [], 'two equal runs: no method has changed beyond the errors') or diag explain $same->{methods};
    is($same->{methods}{within_errors}, 2, 'both are counted');
    ($status, my $slow) = compared(@runs[0, 2], @filter);
    my $change = $slow->{methods}{changed}[0];
    is("$status $change->{name}", '1 work.Slow.changed()', 'the slower method first');
    cmp_ok(abs($change->{factor} - 20), '<=', $change->{factor_err}, "20 times as slow, within the error: $change->{factor} ±$change->{factor_err}");
    cmp_ok($change->{err_ns}, '>', 0, 'which there is');
    my (undef, $counts) = compared(@runs[0, 2], '--sort', 'count', @filter);
    is_deeply($counts->{methods}, {within_errors => 2, changed => []}, 'as many calls as before');
}

# ---- Trouble

my $make = build('test/viz/test/make_region');
SKIP: {
    skip 'make_region is not built (make tests-built)', 9 unless -x $make;
    make_path(scratch($_)) for qw(ended wrapped);
    run(20, $make, $_, scratch("$_/region")) for qw(ended wrapped);
    my $region = slurp(scratch('ended/region'));
    spill(scratch('cut'), substr $region, 0, 700_000);
    my @wrong = ([[scratch('ended'), scratch('cut')], qr/truncated/], [[scratch('cut'), scratch('ended')], qr/truncated/],
        [[scratch('ended')], qr/two directories/], [[scratch('ended'), scratch('ended'), '--filter', 'no.such.*'], qr/that match --filter/]);
    for my $case (@wrong) {
        my ($status, $out, $err) = gnomon(60, 'diff', @{ $case->[0] });
        is("$status:$out", '2:', 'trouble: status 2, nothing on stdout');
        my $words = $case->[1];
        like($err, qr/\Agnomon: [^\n]*${words}[^\n]*\n\z/, 'and a line that says why');
    }
    like((gnomon(60, 'diff', scratch('ended'), scratch('wrapped')))[1], qr/were overwritten in one of them/, 'what was overwritten is not compared, and said');
}

done_testing;
