#!/usr/bin/perl
# However the guest dies, its recording can be read, and says what was open. QEMU is killed at ten points of a run, half
# of them in the program; a seed gives them (CRASH_SEED, else the clock), which is printed. The kernel dies of a triple
# fault, a panic, a fault, faults in its handler of faults, an overflow of its own stack and of memory that is full
# (kernel/natives/deliberate.h); a full Java heap is an exception, as under `java`, or ends the guest if that was asked
# for.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Death;
use Gnomon;
use IPC::Open3;
use Cpanel::JSON::XS;
use Test::More;
use Time::HiRes qw(sleep time);

my $classes = compile('fault', 'tests/java/Fault.java', 'tests/java/FaultBeside.java') . ':' . build('gnomon.jar');
my @instruments = ('--log-size', '8', '--time', 'Fault.*', '--sample', '1000', '--events', 'thread_switch,translate');

sub open_methods { my ($report) = @_; return join ' ', sort map { $_->{method} } grep { $_->{class} eq 'Fault' && $_->{open} } @{$report->{methods}} }

# ---- Killed

# At so many seconds after the region stands or, in the program, after its first words.
sub killed {
    my ($point, $in_program, $directory) = @_;
    open my $null, '<', '/dev/null' or die;
    my $tool = open3('<&' . fileno($null), my $out, undef, build('gnomon'), 'run', '-q', '--no-instruments', '--timeout', '60', '-o', $directory, @instruments, '-cp', $classes, 'Fault', '--', 'for ever');
    my ($limit, $magic) = (time + 50, '');
    while (!$in_program && $magic ne 'GONMLOG1' && time < $limit) {
        if (open my $region, '<', "$directory/region") { read $region, $magic, 8 }
        sleep 0.005;
    }
    is(scalar <$out>, "before\n", 'the program has begun') if $in_program;
    sleep $point;
    kill KILL => children($tool);
    my $words = do { local $/; <$out> };
    waitpid $tool, 0;
    return ($? >> 8, $words);
}

my $seed = $ENV{CRASH_SEED} // seed() % 1_000_000;
srand $seed;
diag("CRASH_SEED=$seed gives the points at which the guest is killed");
my $with_open = 0;
for my $number (1 .. 10) {
    my $directory = scratch("killed-$number");
    my $in_program = $number > 5;
    my $point = ($number - 1) % 5 * 0.35 + rand 0.35;
    my $label = sprintf 'killed %d, after %.2f s of %s', $number, $point, $in_program ? 'the program' : 'the region';
    my ($status, $words) = killed($point, $in_program, $directory);
    is($status, 3, "$label: status 3");
    like($words, qr/the guest died: killed by signal 9/, "$label: and the reason");
    my ($report) = read_open($label, $directory);
    my $in_main = grep { $_->{class} eq 'Fault' && $_->{method} eq 'work' } @{$report->{methods}};
    next unless $in_main;
    like(open_methods($report), qr/\bmain\b/, "$label: main is marked as open");
    $with_open++;
}
cmp_ok($with_open, '>=', 4, "those killed in the program had begun to work ($with_open)");

# ---- Died of a reference that the collector did not know of, where the space that it leaves behind is taken away
{
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', 'linux', '-o', scratch('left'), '-Dgnomon.gc.protect=1', '-Dgnomon.test.fault=left', '-cp', $classes, 'Fault');
    is($status, 3, 'left-behind space: status 3');
    like($err, qr/\Agnomon: the guest died: use of left-behind space: page fault, read of 0+3/, 'left-behind space: the reason');
}

# ---- Died

my %reason = (panic => qr/a deliberate panic/, fault => qr/page fault, write of/, stack => qr/page fault, write of/, memory => qr/class data exhausted/,
    triple => qr/stopped without a word|killed by signal 9/,
    # The handler of faults faults itself: in its look at where null checks are; and where it writes the reason, which
    # then only the console has
    sites => qr/page fault, read of/, region => qr/stopped without a word/);
my $below_main = qr/.*Fault\.outer\(int\).*Fault\.main\(String\[\]\)/s;
for my $machine ('qemu', 'linux') {
    for my $kind ($machine eq 'linux' ? sort keys %reason : share(2, sort keys %reason)) {
        my $label = "$kind on $machine";
        my $directory = scratch("$kind-$machine");
        my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '-o', $directory, @instruments, "-Dgnomon.test.fault=$kind", '-cp', $classes, 'Fault');
        is($status, 3, "$label: status 3");
        is($out, "before\n", "$label: what was printed before is there");
        like($err, qr/\Agnomon: the guest died: .*$reason{$kind}/, "$label: the reason");
        like($err, qr/^last events:\n +[\d.]+ ms  cpu \d  main: /m, "$label: the last events");
        my ($report) = read_open($label, $directory);
        my ($turns) = map { $_->{count} } grep { $_->{name} eq 'turn' } @{$report->{events}};
        is($turns, 1000, "$label: every record is there");
        next if $kind eq 'triple';  # nobody is left to see where
        if ($kind eq 'region') {
            like($err, qr/^\S+:\n\s*\ngnomon: panic: fault: page fault, write of \w+\s*\nrax \w{16} .*^rip \w{16} .*\(a second panic came while this one was reported\)/ms, "$label: the first fault and the registers stand on the console");
            next;
        }
        my $where = $kind eq 'sites' ? qr/broken_sites/ : qr/System\.gc\(\).*Fault\.inner\(int\)\S*, line 23\n/s;
        like($err, qr/^backtrace:\n.*$where$below_main/ms, "$label: a backtrace through Java");
        is(open_methods($report), 'inner main outer', "$label: what was open");
        like($report->{run}{crash}, $reason{$kind}, "$label: the report has the reason");
    }
}

# With several processors the others are stopped where they are, and shown
for my $machine ('qemu', 'linux') {
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--cpus', 2, '-o', scratch("beside-$machine"), '-Dgnomon.test.fault=panic', '-cp', $classes, 'FaultBeside');
    is("$status $out", "3 before\n", "$machine, 2 processors: status 3");
    like($err, qr/\Agnomon: the guest died: a deliberate panic\n  thread main, processor (\d)\nbacktrace:\n.*Fault\.outer\(int\)/s, "$machine, 2 processors: who panicked");
    my ($number) = $err =~ /processor (\d)/;
    like($err, qr/^other processors:\nprocessor ${\(1 - $number)} ran thread \d+\n(?:  at .*\n)*?  at .*FaultBeside(?:\.spin|\$\$Lambda\S*\.run).*\n(?:  at .*\n)+threads:\n/m, "$machine, 2 processors: and what the other one ran");
}

# A full Java heap, and what else may be full
my $oom = scratch('oom');
mkdir $oom;
spill("$oom/Oom.java", <<'JAVA');
import java.util.ArrayList;
public class Oom {
    private static final ArrayList<Object> ALL = new ArrayList<>();
    public static void main(String[] arguments) { if (arguments.length > 0) ALL.add(new byte[Integer.MAX_VALUE]);
        while (true) ALL.add(new byte[10000]);
    }
}
JAVA
my $code_classes = compile('code-classes', 'tests/java/FullCode.java', 'tests/java/classfiles/other/Assembler.java');
my $oom_classes = compile('oom-classes', "$oom/Oom.java");
for my $machine ('qemu', 'linux') {
    my ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--heap', '64', '-o', scratch("oom-$machine"), '-cp', $oom_classes, 'Oom');
    is($status, 1, "a full Java heap on $machine: status 1, as under java");
    is($err, "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat Oom.main(Oom.java:5)\n", "a full Java heap on $machine: java's words");
    is(report(scratch("oom-$machine"))->{run}{exit_status}, 1, "a full Java heap on $machine: the region ended well");

    my $label = "a full Java heap on $machine with -Dgnomon.oom=exit";
    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--heap', '64', '-Dgnomon.oom=exit', '--log-size', '8', '--time', 'Oom.main', '--events', 'class_load', '-o', scratch("oom-exit-$machine"), '-cp', $oom_classes, 'Oom');
    is($status, 3, "$label: status 3");
    my $spaces = qr/code \d+ of 128, class data \d+ of 512, mirrors and literals \d+ of 64\)/;
    my $reason = qr/java\.lang\.OutOfMemoryError: Java heap space \(MiB in use: heap 6[34] of 64, $spaces/;
    like($err, qr/\Agnomon: the guest died: $reason\n/, "$label: the heap and its size");
    like($err, qr/^last events:\n +[\d.]+ ms  cpu \d  .*: class_load /m, "$label: the last events");
    like($err, qr/^backtrace:\n.*trampoline_alloc_array\S*\n\s+\S+\s+Oom\.main\(String\[\]\)\S*, line 5\n\s+\S+\s+stub_java_call/ms, "$label: a backtrace through Java");
    my ($report) = read_open($label, scratch("oom-exit-$machine"));
    like($report->{run}{crash}, $reason, "$label: the report has the reason");

    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '-Dgnomon.oom=exit', '-o', scratch("oom-array-$machine"), '-cp', $oom_classes, 'Oom', '--', 'array');
    like($err, qr/\Agnomon: the guest died: java\.lang\.OutOfMemoryError: Requested array size exceeds VM limit \(MiB in use: heap [0-9] of 256, $spaces\n/, "an array for no heap on $machine: status $status, and why");
    next if $machine eq 'qemu';  # filling the space for code takes a minute and more there
    ($status, $out, $err) = gnomon(120, 'run', '-q', '--machine', $machine, '--mem', 1024, '-Dgnomon.oom=exit', '-o', scratch("oom-code-$machine"), '-cp', $code_classes, 'FullCode');
    is($status, 3, "no room for code on $machine: status 3");
    like($err, qr/\Agnomon: the guest died: java\.lang\.OutOfMemoryError: Out of space in CodeCache \(MiB in use: heap \d+ of 256, code 12[4-7] of 128, class data \d+ of 512, /, "no room for code on $machine: what is full");
}

done_testing();
