#!/usr/bin/perl
# Jars of Debian, unchanged, through programs that use much of them: on both machines what `java` prints, on both
# outputs, and its status. All stand on one class path, so that all runs share one image of the JDK. MACHINES and
# PROGRAMS (names with commas) choose; JOBS is how many run at once. Servers with their clients in the same guest run on
# Linux; in QEMU, where each takes 7 s, if MACHINES is set.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use POSIX ();
use Test::More;

my @jars = (qw(commons-lang3 commons-math3 gson guava jackson-databind jackson-core jackson-annotations asm js bcprov junit4 hamcrest h2 log4j-1.2 servlet-api),
    (map { "netty-$_" } qw(buffer codec codec-http common handler resolver transport)), (map { "jetty9-$_" } qw(server servlet http io util util-ajax security)));
my %linux_only = map { $_ => !$ENV{MACHINES} } qw(H2s Jettys Log4js Nettys);
my @machines = machines(3);
my @programs = $ENV{PROGRAMS} ? split /,/, $ENV{PROGRAMS} : sort map { m{(\w+)\.java$} } glob "$FindBin::Bin/jars/*.java";
# In QEMU each run has a third of the others, which TEST_SEED chooses (WITH=full, MACHINES or PROGRAMS: all)
my @others = grep { !$linux_only{$_} } @programs;
my %in_qemu = map { $_ => 1 } $ENV{MACHINES} || $ENV{PROGRAMS} ? @others : share(3, @others);

my $class_path = join ':', scratch('classes'), map { "/usr/share/java/$_.jar" } @jars;
mkdir scratch('classes');
my ($status, $out, $err) = run(120, 'javac', '-J-XX:TieredStopAtLevel=1', '-nowarn', '-proc:none', '-cp', $class_path, '-d', scratch('classes'), glob "$FindBin::Bin/jars/*.java");
die "javac: $err$out" if $status;

# ---- Running: what was found stands in a file each

sub result { my ($program, $machine) = @_; return scratch("result-$program-$machine") }

sub run_one {
    my ($program, $machine) = @_;
    my ($status, $out, $err) = $machine eq 'java' ? java(60, $class_path, $program)
        : gnomon(300, 'run', '-q', '--machine', $machine, '-o', scratch("$program-$machine"), '-cp', $class_path, $program);
    spill(result($program, $machine), "$out==== standard error\n$err==== status $status\n");
}

my $running = 0;
for my $machine ((grep { $_ eq 'qemu' } @machines), 'java', grep { $_ ne 'qemu' } @machines) {
    for my $program (grep { $machine ne 'qemu' || $in_qemu{$_} } @programs) {
        if ($running >= ($ENV{JOBS} // 2)) { wait; $running--; die "a run failed\n" if $? }
        my $child = fork // die "fork: $!\n";
        if (!$child) {
            my $done = eval { run_one($program, $machine); 1 } or print STDERR $@;
            POSIX::_exit($done ? 0 : 1);
        }
        $running++;
    }
}
while (wait != -1) { die "a run failed\n" if $? }

for my $program (@programs) {
    my $expected = slurp(result($program, 'java'));
    like($expected, qr/^==== status 0$/m, "$program on java");
    for my $machine (grep { $_ ne 'qemu' || $in_qemu{$program} } @machines) {
        is(slurp(result($program, $machine)), $expected, "$program on $machine");
    }
}

done_testing();
