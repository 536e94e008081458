#!/usr/bin/perl
# The same run twice gives the same region, byte for byte, whatever the host does meanwhile; and one addition more in the program gives another.
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

# A run whose stdout goes through a pipe that is read slowly, with the other processor busy, from another directory and environment.
sub disturbed {
    my ($directory, @command) = @_;
    my $load = fork // die;
    if (!$load) { while (1) { } }
    make_path(scratch('elsewhere'));
    my $command = join ' ', map { "'$_'" } build('gnomon'), @command;
    my $status = system("cd " . scratch('elsewhere') . " && GNOMON_TEST_NOISE=1 LANG=C TZ=Asia/Tokyo USER=somebody $command"
        . " 2>" . scratch('disturbed.err') . " | perl -e 'while (sysread STDIN, \$b, 512) { select undef, undef, undef, 0.01 }'; exit \${PIPESTATUS:-0}");
    kill KILL => $load;
    waitpid $load, 0;
    return $status;
}

sub compare {
    my ($label, @options) = @_;
    my @run = ('run', '--deterministic', '--time', '**', '--sample', '1000', '--events', 'all', @options);
    my ($first, $second, $third) = map { scratch("$label-$_") } qw(first second third);
    my ($status, $out, $err) = gnomon(300, @run, '-o', $first, '-cp', $classes, 'Repeat');
    is($status, 0, "$label: the first run ends well") or diag $err;
    sleep 2;
    disturbed($second, @run, '-o', $second, '-cp', $classes, 'Repeat');
    is(system('cmp', "$first/region", "$second/region"), 0, "$label: the disturbed run recorded the same region");
    my $report = report($first);
    my $events = 0;
    $events += $_->{count} for @{$report->{events}};
    cmp_ok($events, '>=', 10_000, "$label: 10,000 records");
    my ($samples) = map { $_->{count} } grep { $_->{name} eq 'sample' } @{$report->{events}};
    my ($switches) = map { $_->{count} } grep { $_->{name} eq 'thread_switch' } @{$report->{events}};
    cmp_ok($samples // 0, '>=', 100, "$label: 100 samples");
    cmp_ok($switches // 0, '>=', 1, "$label: one switch");
    cmp_ok(scalar @{$report->{threads}}, '>=', 2, "$label: two threads");
    ($status, $out, $err) = gnomon(300, @run, '-o', $third, '-cp', changed_program(), 'Repeat');
    is($status, 0, "$label: the changed program ends well") or diag $err;
    isnt(system("cmp -s $first/region $third/region"), 0, "$label: one addition more gives another region");
}

compare('all of it');
compare('overwriting', '--log-size', '4', '--log-mode', 'ring');

done_testing();
