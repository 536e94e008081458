#!/usr/bin/perl
# Instruments see the same program whatever the translator does: the same methods with the same calls, by the same
# callers, allocations at the same places, of as many objects and bytes, and the same events, with translations that are
# kept and without, of the image and of the program, of methods that are never translated again, after some thousand
# calls, and at the third; on both machines. Sums over callers are those of the methods, in each.
use strict;
use warnings;
use FindBin;
use List::Util 'sum0';
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(stress => 'a collector that works all the time bends the figures that this file knows');
my $classes = compile('figures', 'tests/java/Figures.java');
own_cache();
my ($status, $expected) = (0, undef);
my @path = ('-cp', "$classes:" . build('gnomon.jar'), 'Figures');
my @instruments = ((map { ('--time', $_) } 'Figures*.*', 'java.util.**', 'java.lang.String*.*'), '--alloc', 'Figures*.**', '--alloc', 'java.util.**');
my @deterministic = ('--deterministic', '--mem', 512);
my @linux = ('--machine', 'linux');
my %seen;

sub own { return grep { $_->{class} =~ /^Figures/ } @_ }

# What does not depend on when what is translated: the program's own figures, and those of the library that it alone
# calls.
sub figures_of {
    my ($report) = @_;
    my %edges = map { ("$_->{caller} > $_->{callee}" => $_->{count}) } grep { "$_->{caller}" =~ /^Figures/ } @{$report->{edges}};
    my %allocations;
    for my $site (own(@{$report->{allocations}})) {
        my $counted = $allocations{join ' ', map { $_ // '' } @$site{qw(class method line)}} //= [0, 0];
        $counted->[0] += $site->{objects};
        $counted->[1] += $site->{bytes};
    }
    for my $site (grep { ($_->{method} // '') =~ /^Figures/ } @{$report->{allocations}}) {
        $allocations{join ' ', map { $_ // '' } 'at', @$site{qw(class method line)}} = [@$site{qw(objects bytes)}];
    }
    return {
        methods => {map { ("$_->{class}.$_->{method}$_->{descriptor}" => $_->{count}) } own(@{$report->{methods}})},
        edges => \%edges,
        allocations => \%allocations,
        events => {map { ($_->{name} => $_->{count}) } grep { $_->{name} =~ /Figures/ } @{$report->{events}}},
    };
}

sub check {
    my ($name, @options) = @_;
    my $directory = scratch('figures.data');
    my ($own_status, $out, $err) = gnomon(300, 'run', '-q', @options, @instruments, '-o', $directory, @path);
    is("$own_status $out$err", "0 $expected", "$name: output and status") or return;
    my $report = report($directory);
    my $figures = figures_of($report);
    is_deeply([map { "$_->{cause} $_->{count}" } grep { $_->{count} } @{$report->{lost}}], [], "$name: nothing is lost");
    my %by_callers;
    $by_callers{$_->{callee}} += $_->{count} for @{$report->{edges}};
    my @odd = grep { defined $by_callers{$_->{label}} && $by_callers{$_->{label}} != $_->{count} } @{$report->{methods}};
    is(join(' ', map { $_->{label} } @odd), '', "$name: calls by all callers are a method's calls");
    if (!%seen) {
        %seen = %$figures;
        cmp_ok(scalar keys %{$seen{methods}}, '>=', 14, 'methods are timed');
        is($seen{methods}{'Figures.turn(LFigures$Shape;II)I'} // join(' ', sort keys %{$seen{methods}}), 30_000, 'one of them is called 30,000 times');
        is(sum0(values %{$seen{events}}), 30, 'events are counted');
        cmp_ok(scalar keys %{$seen{allocations}}, '>=', 6, 'and allocations');
        return;
    }
    is_deeply($figures->{$_}, $seen{$_}, "$name: $_ are the same") for sort keys %seen;
}

($status, $expected) = java(60, $classes, 'Figures');
is($status, 0, 'the program under java');
my $never = '-Dgnomon.again=2000000000';
check('translated once, nothing kept', @linux, '--no-kept', $never);
check(@$_) for share(2, ['translated again after thousands of calls', @linux, '--no-kept'], ['translated once, nothing kept, QEMU', @deterministic, '--no-kept', $never],
    ['the image is kept, QEMU', @deterministic], ['translated again at the third call', @linux, '--no-kept', '-Dgnomon.again=2'], ['the image is kept', @linux]);
my ($keep_status) = gnomon(300, 'run', '-q', @linux, '--keep', '-o', scratch('keep.data'), @path);
is($keep_status, 0, 'the program is kept');
check(@$_) for share(2, ['the program is kept', @linux], ['the program is kept, QEMU', @deterministic],
    ['the program is kept, and translated again at the third call, QEMU', @deterministic, '-Dgnomon.again=2'], ['the program is kept, and translated again at the third call', @linux, '-Dgnomon.again=2']);

done_testing();
