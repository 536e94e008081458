#!/usr/bin/perl
# Every fuzz program takes its corpus and all that was ever found, and then, for some seconds and always from the same
# seed, what it makes of them. `make fuzz` does it for longer and with new seeds.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use Gnomon;
use Test::More;

# How many inputs are tried: about a second's worth of each, or four seconds' with WITH=full.
my %runs = (capture => 30000, classfile => 3000, image => 50000, jar => 20000, link => 300, options => 30000, region => 150, stackmap => 15000, traffic => 2000);
$_ = int $_ / 4 for in_full() ? () : values %runs;
my $limit = 120;

$ENV{ASAN_OPTIONS} = 'quarantine_size_mb=16';
for my $name (map { m{([^/]+)\.c$} } grep { !m{/common} } glob "$FindBin::Bin/fuzz/*.c") {
    my $program = build((in_full() ? 'fuzz' : 'fuzz-brief') . "/$name");
    ok(-x $program, "$name is built (make tests-built)") or next;
    my @inputs = map { glob "$FindBin::Bin/fuzz/$_/$name/*" } qw(corpus found);
    cmp_ok(scalar @inputs, '>=', 3, "$name has inputs: " . @inputs);
    my ($status, undef, $err) = run($limit, $program, '-timeout=20', '-rss_limit_mb=2048', '-artifact_prefix=' . scratch("$name-"), @inputs);
    is($status, 0, "$name takes each of them") or diag($err);
    my $work = scratch("work-$name");
    make_path($work);
    ($status, undef, $err) = run($limit, $program, '-seed=1', "-runs=$runs{$name}", '-timeout=20', '-rss_limit_mb=2048', '-artifact_prefix=' . scratch("$name-"), $work,
        grep { -d } map { "$FindBin::Bin/fuzz/$_/$name" } qw(corpus found));
    is($status, 0, "$name takes what $runs{$name} mutations make of them") or diag($err);
    note("$name: $1") if $err =~ /^#\d+\s+DONE\s+(.*)$/m;
}
done_testing;
