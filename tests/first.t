#!/usr/bin/perl
# The first run tells something: without any instrument asked for there is a profile with stacks, and threads,
# collections and the loading of classes are logged. Two deterministic runs of that kind are equal too. With
# --no-instruments nothing is recorded.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Test::More;
use Gnomon;

need(-x build('gnomon'), 'gnomon is not built (make all)');
make_path(scratch('source/first'));
spill(scratch('source/first/First.java'), <<'END');
package first;
public class First {
    static int sink;
    static void inner(int n) { int x = n; for (int i = 0; i < n; i++) x = x * 31 + i; sink += x; }
    static void outer() { inner(50_000); }
    public static void main(String[] arguments) throws Exception {
        Thread worker = new Thread(() -> { for (int i = 0; i < 2000; i++) outer(); }, "worker");
        worker.start();
        long rounds = Long.parseLong(arguments[0]);
        for (long i = 0; i < rounds; i++) outer();
        worker.join();
        byte[][] kept = new byte[4][];
        for (int i = 0; i < 400; i++) kept[i % 4] = new byte[1 << 20];
        System.gc();
        System.out.println("done");
    }
}
END
my $classes = compile('classes', scratch('source/first/First.java'));

sub record {
    my ($name, @options) = @_;
    my $directory = scratch($name);
    my ($status, $out, $err) = run(300, build('gnomon'), 'run', '-o', $directory, @options);
    is("$status $out", "0 done\n", "$name ends well") or diag $err;
    return $directory;
}
sub counted { my ($report, $event) = @_; my ($found) = grep { $_->{name} eq $event } @{ $report->{events} }; return $found ? $found->{count} : 0 }

sub tells_something {
    my ($label, $directory) = @_;
    my $report = report($directory);
    my ($most) = sort { $b->{samples} <=> $a->{samples} } @{ $report->{methods} };
    is("$most->{class}.$most->{method}", 'first.First.inner', "$label: the method that works is the one that most samples are in");
    is((grep { $_->{count} } @{ $report->{methods} }) + 0, 0, "$label: none is timed");
    cmp_ok(counted($report, 'sample'), '>=', 10, "$label: samples");
    for my $event (qw(thread_create thread_start thread_end thread_switch class_load collection_begin collection_end)) {
        cmp_ok(counted($report, $event), '>', 0, "$label: $event");
    }
    is(counted($report, $_), 0, "$label: no $_") for qw(exception_throw interrupt_enter method_enter);
    my ($status, $text, $err) = gnomon(60, 'report', $directory);
    like($text, qr/^ +Samples +% +Method \(in which samples were taken\)\n +\d+ +\d+\.\d+ +first\.First\.inner\(int\)$/m, "$label: the report is about samples");
    like($text, qr/no method was timed: gnomon run --time PATTERN/, "$label: and says what to ask for next");
    my ($folded_status, $folded) = gnomon(60, 'export', $directory, '--to', 'folded');
    like($folded, qr/^worker;.*First\.outer\(\);.*First\.inner\(int\) \d+$/m, "$label: samples have stacks");
}

my %machines = map { ($_ => 1) } machines();
my @program = ('-cp', $classes, 'first.First', '--');
if ($machines{linux}) {
    my @linux = ('--machine', 'linux');
    tells_something('linux', record('linux', @linux, @program, 20_000));
    my $bare = report(record('bare', @linux, '--no-instruments', @program, 10));
    is_deeply([$bare->{events}, $bare->{methods}], [[], []], 'a bare run records nothing');
    my $timed = report(record('timed', @linux, '--time', 'first.First.outer', @program, 10));
    is(counted($timed, $_), 0, "with an instrument of one's own: no $_") for qw(sample class_load thread_start);
    my $events = report(record('events', @linux, '--no-instruments', '--events', 'class_load', @program, 10));
    cmp_ok(counted($events, 'class_load'), '>', 0, '--no-instruments leaves what is asked for');
    is(counted($events, 'sample'), 0, 'and nothing else');
}
if ($machines{qemu}) {
    my @runs = map { record("deterministic, $_", '--deterministic', @program, 300) } qw(first second);
    is(system('cmp', map { "$_/region" } @runs), 0, 'two deterministic runs are equal');
    tells_something('deterministic', $runs[0]);
}
done_testing;
