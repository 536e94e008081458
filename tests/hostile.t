#!/usr/bin/perl
# No program breaks the machine. Every tests/hostile/TOPIC/NAME.java tries to: to get at memory, to exhaust, to recurse,
# to hang the kernel with work of its own size, to forge the log, to shadow the JDK's classes, to end in odd ways. Each
# prints what it prints on `java`; the programs of a topic share a boot (tests/java/Suite.java), and the last of each is
# Afterwards.java, which computes what is known. The machine ends with status 0, never with 3, and its recording passes
# `gnomon check`. Those of the topic `ends` end their machine themselves, so each has one of its own, whose status is
# compared too. Programs whose size a machine decides say only what all machines agree on. Some that need much of a
# processor and nothing else that machines differ in run in QEMU only if one of MACHINES, TOPICS and PROGRAMS (names
# with commas) chooses; of the others a third does in each run, which TEST_SEED chooses (WITH=full: all), and of eight
# that take long a third runs at all. OPTIONS are given to `gnomon run` besides (OPTIONS='--cpus 4').
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

my @machines = machines(3);
my %topics = map { $_ => 1 } split /,/, $ENV{TOPICS} // '';
my %programs = map { $_ => 1 } split /,/, $ENV{PROGRAMS} // '';
my $top = "$FindBin::Bin/hostile";
my $limit = 300;
# HotSpot's own tables of names are larger than ours, and its work on diamonds doubles with each level
my @java = qw(-Xmx256m -Xss1m -XX:MaxMetaspaceSize=256m -XX:MaxDirectMemorySize=64m -Djava.security.manager=allow -Dhostile.levels=8 -Dhostile.pause=60000);
# What is to be exhausted is small enough that it is exhausted soon. QEMU emulates the processor: it is given a share of
# what the others do, and its threads may stand still for longer.
my %java_sizes = (exhaustion => ['-Xmx64m']);
my %sizes = (linux => {exhaustion => ['--heap', 64]}, qemu => {exhaustion => ['--heap', 32], map { $_ => ['--heap', 64] } qw(recursion work)});
my %speed = (linux => ['-Dhostile.pause=2000'], qemu => ['-Dhostile.pause=20000', '-Dhostile.share=8', '-Dhostile.ms=100']);
my %alike = map { $_ => 1 } qw(OddHandles OddSerials OddJars HugeTables DeepClasses ManyMembers HardVerifying SlowAlgorithms TypesWithoutEnd);
my $chosen = grep { $ENV{$_} } qw(MACHINES TOPICS PROGRAMS);
%alike = () if $chosen;
# Each of these takes seconds on `java`.
my @long = qw(DeepClasses DyingWhileThrowing HugeSizes HugeTables LargeInstances ManyMembers NamesWithoutEnd ObjectsWithoutEnd);
my %left_out = $chosen ? () : map { $_ => 1 } @long;
delete @left_out{share(3, @long)};

my %topic;
for my $source (sort glob "$top/*/*.java") {
    my ($topic, $name) = $source =~ m{([^/]+)/([^/]+)\.java$};
    push @{$topic{$topic}}, $name if !$left_out{$name} && (!%topics || $topics{$topic}) && (!%programs || $programs{$name});
}

my $classes = scratch('classes');
make_path($classes);
my ($status, $out, $err) = run(300, 'javac', '-encoding', 'UTF-8', '-nowarn', '-proc:none', '-XDignore.symbol.file', '-J-XX:TieredStopAtLevel=1', '-cp', build('gnomon.jar'), '-d', $classes,
    "$FindBin::Bin/java/Suite.java", (glob "$FindBin::Bin/java/classfiles/other/*.java $top/*.java"), map { my $t = $_; map { "$top/$t/$_.java" } @{$topic{$t}} } keys %topic);
die "$err$out" if $status;

sub on {
    my ($machine, $topic, $main, @arguments) = @_;
    return java($limit, $classes, @java, @{$java_sizes{$topic} // []}, $main, @arguments) if $machine eq 'java';
    my $directory = scratch("$machine-$topic-$main");
    my @options = (@{$speed{$machine}}, @{$sizes{$machine}{$topic} // []}, split ' ', $ENV{OPTIONS} // '');
    my @result = gnomon($limit, 'run', '-q', '--machine', $machine, '--mem', $machine eq 'linux' ? 4096 : 1024, '-Djava.security.manager=allow', @options, '-o', $directory, '-cp', "$classes:" . build('gnomon.jar'), $main, '--', @arguments);
    my ($check, $words, $more) = gnomon(60, 'check', $directory);
    is($check, 0, "the recording of $topic/$main on $machine") or diag("$words$more");
    return @result;
}

sub same {
    my ($got, $expected, $label) = @_;
    return 1 if ok($got eq $expected, $label);
    spill(scratch('expected'), $expected);
    spill(scratch('got'), $got);
    my ($found, $difference) = run(20, 'diff', '-a', '-U', '0', '--label', 'java', '--label', 'ours', scratch('expected'), scratch('got'));
    diag($difference);
    return 0;
}

# {name => output}
sub parts {
    my ($got) = @_;
    my %part;
    $part{$1} = $2 while $got =~ m{^==== begin [^/\n]+/(\w+)\n(.*?)\n==== end [^/\n]+/\1\n}msg;
    return \%part;
}

for my $topic (sort grep { $_ ne 'ends' } keys %topic) {
    my @names = (@{$topic{$topic}}, 'Afterwards');
    my ($java_status, $java_out, $java_err) = on('java', $topic, 'Suite', map { "$topic/$_" } @names);
    is($java_status, 0, "$topic on java") or diag($java_err);
    my $expected = parts($java_out);
    for my $machine (@machines) {
        my @here = $machine ne 'qemu' || $chosen ? @names : (share(3, grep { !$alike{$_} } @{$topic{$topic}}), 'Afterwards');
        my ($got_status, $got_out, $got_err) = on($machine, $topic, 'Suite', map { "$topic/$_" } @here);
        my $got = parts($got_out);
        same($got->{$_} // "never done\n", $expected->{$_} // "never done on java\n", "$topic/$_ on $machine") for @here;
        is($got_status, 0, "$topic on $machine") or diag($got_err, substr $got_out, -2000);
    }
}

my %in_qemu = map { $_ => 1 } $chosen ? @{$topic{ends} // []} : share(3, @{$topic{ends} // []});
for my $name (@{$topic{ends} // []}) {
    my ($java_status, $java_out) = on('java', 'ends', $name, 'argument');
    for my $machine (grep { $_ ne 'qemu' || $in_qemu{$name} } @machines) {
        my ($got_status, $got_out, $got_err) = on($machine, 'ends', $name, 'argument');
        same("$got_out$got_status\n", "$java_out$java_status\n", "ends/$name on $machine") or diag($got_err);
    }
}

done_testing();
