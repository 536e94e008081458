#!/usr/bin/perl
# The same run twice gives the same region, byte for byte, whatever the host does meanwhile; and one addition more in
# the program gives another.
use strict;
use warnings;
use File::Path 'make_path';
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $source = 'tests/java/Repeat.java';
my $classes = compile('repeat', $source);

# The program, with `changed` for one line.
sub changed_program {
    my $text = slurp("$FindBin::Bin/java/Repeat.java");
    ok($text =~ s{sum \+= value;}{sum += value; sum += 1;}, 'the program has the line to change');
    make_path(scratch('changed-source'));
    spill(scratch('changed-source/Repeat.java'), $text);
    return compile('changed', scratch('changed-source/Repeat.java'));
}

# A run from another directory and environment, with both processors loaded and stdout into a pipe that is read slowly.
# Returns its status and stdout.
sub disturbed {
    my ($directory, @command) = @_;
    my @load = keep_busy(2);
    make_path(scratch('elsewhere'));
    my ($read, $write);
    pipe $read, $write or die;
    my $child = fork // die;
    if (!$child) {
        chdir scratch('elsewhere') or die;
        open STDIN, '<', '/dev/null';
        open STDOUT, '>&', $write or die;
        open STDERR, '>', scratch('disturbed.err') or die;
        close $_ for $read, $write;
        @ENV{qw(GNOMON_TEST_NOISE LANG TZ USER HOME)} = ('1', 'C', 'Asia/Tokyo', 'somebody', scratch('elsewhere'));
        exec 'timeout', '-k', '5', 300, build('gnomon'), @command or exit 127;
    }
    close $write;
    my $out = '';
    while (sysread $read, my $bytes, 64) {
        $out .= $bytes;
        select undef, undef, undef, 0.02;
    }
    waitpid $child, 0;
    my $status = $? >> 8;
    kill KILL => @load;
    waitpid $_, 0 for @load;
    return ($status, $out);
}

sub compare {
    my ($label, $overwrites, @options) = @_;
    my @run = ('run', '--deterministic', Permutations::run_options(@options), '--time', '**', '--sample', '1000', '--events', 'all', @options);
    my ($first, $second, $third) = map { scratch("$label-$_") } qw(first second third);
    my ($status, $out, $err) = gnomon(300, @run, '-o', $first, '-cp', $classes, 'Repeat');
    is($status, 0, "$label: the first run ends well") or diag $err;
    sleep 2;
    my ($disturbed_status, $disturbed_out) = disturbed($second, @run, '-o', $second, '-cp', $classes, 'Repeat');
    is($disturbed_status, 0, "$label: the disturbed run ends well") or diag slurp(scratch('disturbed.err'));
    is($disturbed_out, $out, "$label: the same output");
    is(system('cmp', "$first/region", "$second/region"), 0, "$label: the disturbed run recorded the same region");
    my $report = report($first);
    my $events = 0;
    $events += $_->{count} for @{$report->{events}};
    my ($overwritten) = map { $_->{count} } grep { $_->{cause} eq 'overwritten' } @{$report->{lost}};
    cmp_ok($overwritten, '>', 0, "$label: the region was too small") if $overwrites;
    cmp_ok($events + $overwritten, '>=', 10_000, "$label: 10,000 records");
    my ($samples) = map { $_->{count} } grep { $_->{name} eq 'sample' } @{$report->{events}};
    my ($switches) = map { $_->{count} } grep { $_->{name} eq 'thread_switch' } @{$report->{events}};
    cmp_ok($samples // 0, '>=', 100, "$label: 100 samples") if !$overwrites;
    cmp_ok($switches // 0, '>=', 1, "$label: one switch") if !$overwrites;
    cmp_ok(scalar @{$report->{threads}}, '>=', 2, "$label: two threads");
    ($status, $out, $err) = gnomon(300, @run, '-o', $third, '-cp', changed_program(), 'Repeat');
    is($status, 0, "$label: the changed program ends well") or diag $err;
    isnt(system("cmp -s $first/region $third/region"), 0, "$label: one addition more gives another region");
}

compare(@$_) for share(2, ['roomy', 0], ['overwriting', 1, '--cpus', 1, '--log-size', '1', '--log-mode', 'ring']);

done_testing();
