#!/usr/bin/perl
# All programs of tests/java/ on Linux once more, with a collection at every 1,000th allocation, every tenth of them full, the space left behind being taken away:
# whoever still uses a reference that the collector did not know of dies. tests/collect.t has some with a collection at every allocation.
use strict;
use warnings;
use FindBin;

$ENV{MACHINES} = 'linux';
$ENV{OPTIONS} = '-Dgnomon.gc.stress=1000 -Dgnomon.gc.protect=1 -Dgnomon.gc.verify=200';
exec $^X, "$FindBin::Bin/conformance.t" or die "conformance.t: $!\n";
