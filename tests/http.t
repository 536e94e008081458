#!/usr/bin/perl
# A web server in the guest under load from the host (examples/http): every request is answered, and the recording says
# how long they took and why the slowest did.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use List::Util 'sum0';
use Test::More;

plan skip_all => 'wrk is not installed (make deps)' if !has_tool('wrk');

my $classes = compile('http', 'examples/http/Shop.java');
local @ENV{qw(SECONDS_OF_LOAD CLIENTS)} = (1, 4);
for my $machine ('linux', 'qemu') {
    my $directory = scratch($machine);
    my ($status, $out, $err) = run(240, 'examples/http/demo', build('gnomon'), $classes, $directory, $machine);
    is($status, 0, "$machine: the server ends when it is told to") or diag "$out$err";
    like($out, qr/^open$/m, "$machine: it was open");
    like($out, qr/^orders are those in the book: true, bills: true$/m, "$machine: and has lost no order");
    my ($requests) = $out =~ /^ +(\d+) requests in /m;
    cmp_ok($requests // 0, '>', 0, "$machine: requests were answered");
    unlike($out, qr/Non-2xx|Socket errors/, "$machine: all of them well");
    my $report = report($directory);
    my %method = map { ("$_->{class}.$_->{method}" => $_) } @{$report->{methods}};
    my $run = $method{'sun.net.httpserver.ServerImpl$Exchange.run'};
    # Those that were under way at the end are not in the client's number, and that a connection is at its end is seen
    # by another call
    cmp_ok($run->{count}, '>=', $requests, "$machine: each was timed");
    cmp_ok($run->{count}, '<=', $requests + 2 * ($ENV{CLIENTS} + 1), "$machine: and nothing else");
    my @percentiles = @$run{qw(min_ns p50_ns p90_ns p99_ns p999_ns max_ns)};
    is("@percentiles", join(' ', sort { $a <=> $b } @percentiles), "$machine: latency by percentile");
    cmp_ok($method{'Shop.order'}{count}, '>=', int($requests / 4), "$machine: every fourth was an order");
    cmp_ok($report->{net}{accepted}, '>=', $ENV{CLIENTS}, "$machine: the client's connections are counted");
    cmp_ok(sum0(map { $_->{sends} } @{$report->{sockets}}), '>=', $requests, "$machine: and what was sent to it");
    (undef, my $slow) = gnomon(60, 'slow', $directory, 'Shop.order');
    my @calls = $slow =~ /^Shop\.order\(HttpExchange\)\n  [\d.]+ ms/mg;
    cmp_ok(scalar @calls, '>', 0, "$machine: the slowest orders are explained");
    is(scalar(() = $slow =~ /^ +[\d.]+ ms +[\d.]+ % +ran$/mg), scalar @calls, "$machine: each has what it ran");
}

done_testing;
