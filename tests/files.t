#!/usr/bin/perl
# What goes into a run and what comes out of it, on both machines: files by --file and --save, standard input as a file,
# a pipe and a slow one, the environment, a file system that is full; and what a program gets that wants what is not
# there: a network, other processes, native libraries. MACHINES chooses.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

my @machines = machines(3);
my $classes = compile('files', map { "tests/files/$_.java" } qw(Exchange Input Full Absent FarPositions Exhaust));
my $directory = scratch('exchange');

# As Gnomon::run, with standard input: text, or a command for the shell.
sub with_input {
    my ($input, @arguments) = @_;
    spill(scratch('input'), $input) if $input !~ /^\|/;
    my $command = $input =~ /^\|(.*)/s ? "$1 | " : '';
    my $from = $command ? '' : '< ' . scratch('input');
    return run(120, 'sh', '-c', $command . '"$0" "$@"' . " $from", build('gnomon'), @arguments);
}

# ---- Files

make_path("$directory/tree/deep", "$directory/tree/empty");
spill("$directory/in.txt", "from the host\n");
spill("$directory/tree/a", 'A');
spill("$directory/tree/deep/b", 'B' x 100_000);
spill("$directory/with:colon", 'C');
my $binary = join '', map { chr(($_ * 7) & 255) } 0 .. 2_999_999;
spill("$directory/big", $binary);

for my $machine (@machines) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch("exchange-$machine"));
    my ($status, $out, $err) = gnomon(60, @run, '--file', "$directory/in.txt:in.txt", '--file', "$directory/tree:/data/tree", '--file', "$directory/with:colon:c", '--file',
        "$directory/big:big", '--save', "out.txt:$directory/out-$machine", '--save', "/tmp/big:$directory/big-$machine", '--save', "nothing:$directory/empty-$machine", '-cp', $classes, 'Exchange', '--', 7);
    is($err, '', "$machine: nothing is said");
    is($status, 7, "$machine: the program's status");
    is($out, "from the host\nA 100000 true C\n3000000 true\ndenied\n", "$machine: files of the host, and directories");
    is(eval { slurp("$directory/out-$machine") }, "from the host\nand the guest\n", "$machine: a file that it changed, saved although the program failed");
    ok(eval { slurp("$directory/big-$machine") } eq reverse($binary), "$machine: 3 MB, more than the ring holds");
    is(eval { slurp("$directory/empty-$machine") }, '', "$machine: an empty file");
    is(slurp("$directory/in.txt"), "from the host\n", "$machine: the host's file is as it was");
    ($status, $out, $err) = gnomon(60, @run, '--save', "none:$directory/none", '--save', "/tmp:$directory/none", '-cp', $classes, 'Absent', '--', 'quiet');
    is($status, 1, "$machine: a file that is not there is an error");
    is($err, "gnomon: --save none:$directory/none: in the guest: /home/user/none: No such file or directory\n"
            . "gnomon: --save /tmp:$directory/none: in the guest: /tmp: Is a directory\n", "$machine: which is told");
    ok(!-e "$directory/none", "$machine: and nothing is made of it");
    ($status, $out, $err) = gnomon(60, @run, '--file', "$directory/in.txt:in.txt", '--save', "out.txt:$directory/died", '--timeout', '2', '-cp', $classes, 'Exchange', '--', 'sleep');
    is($status, 124, "$machine: a run that does not end");
    like($err, qr/^gnomon: --save out\.txt:\S+: the guest ended without it$/m, "$machine: saves nothing, and says so");
}

# What is wrong with the options is said before anything runs.
for my $case (
    [['--file', "$directory/none"], 1, qr/none: cannot read/],
    [['--file', "$directory/in.txt:/jdk/x"], 2, qr/outside \/jdk and \/dev/],
    [['--file', "$directory/in.txt:x", '--file', "$directory/tree/a:x"], 1, qr{/home/user/x: expected one file of this name}],
    [['--file', "$directory/in.txt:x", '--file', "$directory/tree/a:x/y"], 1, qr{expected a directory /home/user/x}],
    [['--save', 'x'], 2, qr/expected GUEST:HOST/],
    [['--save', "x:$directory/none/y"], 1, qr/cannot write/],
    [['--save', "x:$directory"], 1, qr/cannot write: Is a directory/],
    [['--env', '=x'], 2, qr/expected NAME=VALUE/],
) {
    my ($status, $out, $err) = gnomon(60, 'run', '--machine', 'linux', '-o', scratch('wrong'), @{$case->[0]}, '-cp', $classes, 'Absent', '--', 'quiet');
    ok($status == $case->[1] && $err =~ $case->[2] && ($err =~ tr/\n//) == 1, "@{$case->[0]}") or diag("status $status: $err");
}

# ---- Standard input

my $long = join '', map { "line $_\n" } 1 .. 40_000;
my @inputs = (['much', $long], ['a slow pipe', '|(echo one; sleep 1; echo two)'], ['a file', "one\ntwo\n"], ['nothing', ''], ['a pipe', '|printf "one\ntwo\n"']);
for my $machine (@machines) {
    for my $input (@inputs[0 .. ($machine eq 'qemu' ? 1 : $#inputs)]) {
        my ($name, $text) = @$input;
        my @expected = run(60, 'sh', '-c', $text =~ /^\|(.*)/s ? "$1 | java -cp $classes Input" : do { spill(scratch('input'), $text); "java -cp $classes Input < " . scratch('input') });
        my @got = with_input($text, 'run', '-q', '--no-instruments', '--machine', $machine, '-o', scratch('input-run'), '-cp', $classes, 'Input');
        is("@got", "@expected", "$machine: $name as standard input");
    }
    my ($status, $out) = run(60, 'sh', '-c', "printf 'first\\nsecond\\n' | (" . build('gnomon') . " run -q --no-instruments --machine $machine -o " . scratch('input-run') . " -cp $classes Absent; cat)");
    is($out, "first\nsecond\n", "$machine: what the program does not read stays for who comes next");
}
{
    my ($status, $out, $err) = run(60, 'sh', '-c', build('gnomon') . ' run -q --no-instruments --machine linux -o ' . scratch('input-run') . " -cp $classes Input <&-");
    is("$status $out$err", "0 first -1, skipped 0\n0 -1 -1 0\n", 'standard input that is closed is empty');
}
if (grep { $_ eq 'qemu' } @machines) {
    my @regions;
    for my $text ("one\ntwo\n", "|(echo one; sleep 1; echo two)") {
        my ($status, $out, $err) = with_input($text, 'run', '-q', '--no-instruments', '--deterministic', '--save', "/tmp/copy:$directory/copy", '-o', scratch('fixed'), '-cp', $classes, 'Input', '--', '/tmp/copy');
        is("$status $err", '0 ', 'deterministic: all input is read before');
        push @regions, region(scratch('fixed'));
        is(slurp("$directory/copy"), "one\ntwo\n", 'and a file is saved');
    }
    ok($regions[0] eq $regions[1], 'so a file and a slow pipe make the same recording');
}

# ---- The environment, a full file system, what is not there

for my $machine (@machines) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch("absent-$machine"));
    my ($status, $out, $err) = gnomon(60, @run, '--env', 'NAME=a value=with', '--env', 'EMPTY=', '--env', 'TZ=:Europe/Berlin', '--env', 'NAME2=ü', '-cp', $classes, 'Absent', '--', 'environment');
    is($out . $err, "EMPTY= NAME=a value=with NAME2=ü TZ=:Europe/Berlin\nEurope/Berlin\nUTC+2: true\n", "$machine: environment, and the time zone by it");
    ($status, $out, $err) = gnomon(60, @run, '-Duser.timezone=Asia/Tokyo', '-Duser.language=de', '-cp', $classes, 'Absent', '--', 'environment');
    is($out . $err, "\nAsia/Tokyo\nUTC+2: false\n", "$machine: none, and the time zone by a property");
    ($status, $out, $err) = gnomon(60, @run, '--disk', '8', '-cp', $classes, 'Full');
    is($out . $err, "java.io.IOException: No space left on device\njava.io.IOException: No space left on device\njava.nio.file.FileSystemException: /tmp/more: No space left on device\ntrue\nall free again: true\n",
        "$machine: a file system that is full");
    ($status, $out, $err) = gnomon(60, @run, '-cp', $classes, 'Absent', '--', 'all');
    is($out . $err, slurp("$FindBin::Bin/files/absent.txt"), "$machine: what is not there is refused as the interfaces have it");
    ($status, $out, $err) = gnomon(60, @run, '-cp', $classes, 'FarPositions');
    is($out . $err, slurp("$FindBin::Bin/files/far-positions.txt"), "$machine: positions that no file has, as `java` prints it on ext4");
}

# ---- Preferences, more options of sockets, and selectors by poll

make_path(scratch('preferences/user'), scratch('preferences/system/.systemPrefs'));
my $libraries = compile('libraries', map { "tests/files/$_.java" } qw(Preference SocketOptions));
my (undef, $kept) = java(60, $libraries, '-Djava.util.prefs.userRoot=' . scratch('preferences/user'), '-Djava.util.prefs.systemRoot=' . scratch('preferences/system'), 'Preference');
like($kept, qr/^System Preference Node: \/ .*^      prefs\.xml$/ms, 'java: preferences in files') or diag($kept);
my $selectors = compile('selectors', 'tests/java/files/Selectors.java', 'tests/java/other/threads/Waits.java');
my $by_poll = '-Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.PollSelectorProvider';
my (undef, $selected) = java(60, $selectors, $by_poll, 'Selectors');
like($selected, qr/^6000 0 0$/m, 'java: selectors by poll');
my (undef, $options) = java(60, $libraries, 'SocketOptions');
like($options, qr/^TCP_KEEPIDLE 17$/m, 'java: options of sockets');
for my $machine (@machines) {
    my @run = ('run', '-q', '--machine', $machine, '-o', scratch("libraries-$machine"));
    my ($status, $out, $err) = gnomon(120, @run, '-cp', $libraries, 'Preference');
    is($out . $err, $kept, "$machine: preferences of the user and the system");
    ($status, $out, $err) = gnomon(120, @run, '--add-modules', 'jdk.net', '-cp', $libraries, 'SocketOptions');
    is($out . $err, $options, "$machine: options of sockets that jdk.net has");
    ($status, $out, $err) = gnomon(120, @run, $by_poll, '-cp', $selectors, 'Selectors');
    is($out . $err, $selected, "$machine: selectors by poll");
}

# ---- What a file system runs out of, each until it has run out; on Linux alone, since it takes minutes in QEMU

if ((grep { $_ eq 'linux' } @machines) && is_due(3, 'what a file system runs out of')) {
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '--disk', '16', '-o', scratch('exhaust'), '-cp', $classes, 'Exhaust');
    is($out . $err, slurp("$FindBin::Bin/files/exhaust.txt"), 'descriptors, mappings, events and space: exceptions, and all of it comes back');
}

# ---- --list-natives

my $declaring = compile('declaring', 'tests/java/files/Missing.java');
my ($status, $out, $err) = gnomon(60, 'run', '--list-natives', '-o', scratch('not-made'), '-cp', $declaring, 'Missing');
is($err, '', 'list of natives: nothing is said besides');
is(join('', sort split /(?<=\n)/, $out), "Missing.bar(int, String[])\tdeclared by the program\nMissing.baz(double, Missing[][])\tdeclared by the program\n"
        . "Missing.both(boolean, char)\tdeclared by the program\n", 'a program that declares some, and needs no others');
ok($status == 0 && !-e scratch('not-made'), 'and nothing is run');
($status, $out, $err) = gnomon(60, 'run', '--list-natives', '-cp', $classes, 'Absent');
like($out, qr/^sun\.net\.sdp\.SdpSupport\.convert0\(int\)\tby java\.net\.Socket\.<init>\(String, int\), called by Absent\.\S+\(\)$/m, 'one that leads to some of the library');
unlike($out, qr/FileInputStream|Net\.socket0|declared/, 'which has the others');
spill(scratch('Behind.java'), <<'JAVA');
public class Behind {
    static int behind(int a) throws Exception {
        switch (a) { case -1: return 5; case 0: return 7; case 1: return 9; }
        return new java.net.Socket("a", a).getPort();
    }
    public static void main(String[] arguments) throws Exception { System.out.println(behind(1)); }
}
JAVA
($status, $out, $err) = gnomon(60, 'run', '--list-natives', '-cp', compile('behind', scratch('Behind.java')), 'Behind');
like($out, qr/^sun\.net\.sdp\.SdpSupport\.convert0\(int\)\tby .*, called by Behind\.behind\(int\)$/m, 'and one behind a switch with a case below zero');

done_testing();
