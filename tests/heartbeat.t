#!/usr/bin/perl
# What the region of a killed guest tells is as old as the last heartbeat, also where nothing else interrupts the only thread. That is by the clock, so it runs alone.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Death;
use Gnomon;
use IPC::Open3;
use Test::More;
use Time::HiRes qw(sleep time);

my $classes = compile('fault', 'tests/java/Fault.java') . ':' . build('gnomon.jar');

# Killed 1.5 s after the program's first words
for my $machine ('qemu', 'linux') {
    my ($directory, $label) = (scratch("heartbeat-$machine"), "killed without a sampler on $machine");
    open my $null, '<', '/dev/null' or die;
    my $tool = open3('<&' . fileno($null), my $out, undef, build('gnomon'), 'run', '-q', '--machine', $machine, '--timeout', '60', '-o', $directory, '--time', 'Fault.main', '-cp', $classes, 'Fault', '--', 'for ever');
    is(scalar <$out>, "before\n", "$label: the program runs");
    my $started = time;
    sleep 1.5;
    kill KILL => children($tool);
    my $lived = time - $started;
    do { local $/; <$out> };
    waitpid $tool, 0;
    my ($report) = read_open($label, $directory);
    my ($main) = grep { $_->{class} eq 'Fault' && $_->{method} eq 'main' } @{$report->{methods}};
    my $off = $lived - $main->{elapsed_incl_ns} / 1e9;
    # We may read the first words late, and the guest has lived longer then than we know.
    ok($off < 0.15 && $off > -2, sprintf '%s: main is known to %.0f ms before the kill (20, and what the host was late)', $label, 1000 * $off);
    my ($anchors) = grep { $_->{id} == 1 } sections(region($directory));
    cmp_ok($anchors->{used}, '>=', 3, "$label: $anchors->{used} anchors, two of them from the start");
}

done_testing();
