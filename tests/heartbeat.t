#!/usr/bin/perl
# What the region of a killed guest tells is as old as the last heartbeat, also where nothing else interrupts the only
# thread: each 20 ms, and what the host is late. That is by the clock, so it runs alone.
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

my $late = 0.15;  # what we allow the host to be late, in s

# The region's heartbeat as it is now, in ticks.
sub heartbeat {
    my ($directory) = @_;
    open my $region, '<:raw', "$directory/region" or die "$directory: $!\n";
    seek $region, 72, 0;
    read $region, my $ticks, 8;
    return unpack 'Q<', $ticks;
}

# Killed 1.5 s after the program's first words
for my $machine ('qemu', 'linux') {
    my ($directory, $label) = (scratch("heartbeat-$machine"), "killed without a sampler on $machine");
    open my $null, '<', '/dev/null' or die;
    my $begun = time;
    my $tool = open3('<&' . fileno($null), my $out, undef, build('gnomon'), 'run', '-q', '--machine', $machine, '--timeout', '60', '-o', $directory, '--time', 'Fault.main', '-cp', $classes, 'Fault', '--', 'for ever');
    is(scalar <$out>, "before\n", "$label: the program runs");
    my ($started, $first) = (time, heartbeat($directory));
    sleep 1.5;
    kill KILL => children($tool);
    my $lived = time - $started;
    do { local $/; <$out> };
    waitpid $tool, 0;
    my ($report) = read_open($label, $directory);
    my ($main) = grep { $_->{class} eq 'Fault' && $_->{method} eq 'main' } @{$report->{methods}};
    # What the guest lived from our first look to its last heartbeat, by its own clock; and what main had taken by that
    # look.
    my $known = (heartbeat($directory) - $first) / $report->{clock}{hz};
    my $off = $lived - $known;
    ok($off < $late && $off > -$late, sprintf '%s: known to %.0f ms before the kill (20, and what the host was late)', $label, 1000 * $off);
    my $before = $main->{elapsed_incl_ns} / 1e9 - $known;
    ok($before > -$late && $before < $started - $begun, sprintf '%s: main ends with the last heartbeat: it had taken %.0f ms when it spoke, %.0f ms after the start',
        $label, 1000 * $before, 1000 * ($started - $begun));
    my ($anchors) = grep { $_->{id} == 1 } sections(region($directory));
    cmp_ok($anchors->{used}, '>=', 3, "$label: $anchors->{used} anchors, two of them from the start");
}

done_testing();
