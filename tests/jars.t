#!/usr/bin/perl
# Jars of Debian, unchanged, through programs that use much of them: on both machines what `java` prints, on both outputs, and its status. MACHINES and PROGRAMS
# (names with commas) choose; JOBS is how many run at once.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use POSIX ();
use Test::More;

my %jars = (
    Lang3    => ['commons-lang3'],
    Math3    => ['commons-math3'],
    Gsons    => ['gson'],
    Guavas   => ['guava'],
    Jacksons => ['jackson-databind', 'jackson-core', 'jackson-annotations'],
    Asms     => ['asm'],
    Rhinos   => ['js'],
    Bouncy   => ['bcprov'],
    Junits   => ['junit4', 'hamcrest'],
);
my @machines = split /,/, $ENV{MACHINES} // 'linux,qemu';
my @programs = $ENV{PROGRAMS} ? split /,/, $ENV{PROGRAMS} : sort keys %jars;

sub class_path { my ($program) = @_; return join ':', scratch($program), map { "/usr/share/java/$_.jar" } @{$jars{$program}} }

for my $program (@programs) {
    mkdir scratch($program);
    my ($status, $out, $err) = run(120, 'javac', '-nowarn', '-proc:none', '-cp', class_path($program), '-d', scratch($program), "$FindBin::Bin/jars/$program.java");
    die "$program: $err$out" if $status;
}

# ---- Running: what was found stands in a file each

sub result { my ($program, $machine) = @_; return scratch("result-$program-$machine") }

sub run_one {
    my ($program, $machine) = @_;
    my ($status, $out, $err) = $machine eq 'java' ? java(60, class_path($program), $program)
        : gnomon(300, 'run', '-q', '--machine', $machine, '-o', scratch("$program-$machine"), '-cp', class_path($program), $program);
    spill(result($program, $machine), "$out==== standard error\n$err==== status $status\n");
}

my $running = 0;
for my $machine ((grep { $_ eq 'qemu' } @machines), 'java', grep { $_ ne 'qemu' } @machines) {
    for my $program (@programs) {
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
    for my $machine (@machines) {
        is(slurp(result($program, $machine)), $expected, "$program on $machine");
    }
}

done_testing();
