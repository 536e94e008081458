#!/usr/bin/perl
# A system of domains under load, on both machines: 8 domains with 4 threads each call each other in all directions,
# with graphs that carry their sums; one collects at every
# 3,000th allocation and verifies its heap, another is ended and started again all the time. Each call returns what is
# right or says that the domain has ended, and when all domains have ended, nothing of them is left
# (Domain.machineAccount). SECONDS says for how long (600 for a long run), MACHINES where.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $seconds = $ENV{SECONDS} // 6;
my $path = compile('storm', 'tests/domains/Storm.java') . ':' . build('gnomon.jar');
my %options = (linux => ['--cpus', 2], qemu => ['--mem', 1024]);
my %pause_ms = (linux => 1000, qemu => 3000); # an emulated processor takes longer to boot a domain

for my $machine (machines(3)) {
    my ($status, $out, $err) =
        gnomon(20 * $seconds + 300, 'run', '-q', '--machine', $machine, @{$options{$machine}}, '-o', scratch("storm-$machine"), '-cp', $path, 'Storm', '--', 8, 4, "${seconds}s", $pause_ms{$machine});
    is($out, "calls: some, more than half returned: true\n" x 2, "$machine: every call has returned, with what is right, and nothing is left") or diag $err;
    is($status, 0, "$machine: status");
    note $err;
    my ($returned, $ended) = $err =~ /.*\nreturned (\d+), ended (\d+)/;
    cmp_ok($returned // 0, '>', 32, "$machine: calls were made");
}
done_testing;
