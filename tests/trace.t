#!/usr/bin/perl
# --trace against truth: a program whose methods count how often they are entered and how often they return
# (tests/java/Traced.java), which `java` confirms. Every entry, return and exit by exception is a record; they nest,
# thread by thread; each entry has its exit. Also when methods are translated again.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $classes = compile('traced', 'tests/java/Traced.java');
my ($status, $expected) = java(60, $classes, 'Traced');
is($status, 0, 'the program under java');
my %truth = map { my ($name, $in, $out) = split; ($name eq 'sleep' ? 'java.lang.Thread.sleep' : $name eq '<clinit>' ? 'Traced$Broken.<clinit>' : "Traced.$name") => [$in, $out, $in - $out] }
    split /\n/, $expected;
cmp_ok(scalar keys %truth, '>=', 16, 'it counts its methods');
cmp_ok(scalar(grep { $_->[1] && $_->[2] } values %truth), '>=', 11, 'most of which return, and throw');

sub check {
    my ($label, @options) = @_;
    my $directory = scratch($label);
    my ($our_status, $out, $err) = gnomon(120, 'run', '-q', @options, '--trace', 'Traced.*', '--trace', 'Traced$Broken.*', '--trace', 'java.lang.Thread.sleep',
        (map { ('--trace', "!Traced.$_") } qw(in out)), '-o', $directory, '-cp', $classes, 'Traced');
    is("$our_status\n$out$err", "0\n$expected", "$label: the program prints what it prints under java");
    my $region = region($directory);
    my $methods = entities($region)->{method};
    my (%count, %stacks, @odd, %last);
    my %column = (method_enter => 0, method_leave => 1, method_unwind => 2);
    for my $event (events($region)) {
        my $column = $column{$event->{event} // ''} // next;
        my ($thread, $method) = ($event->{thread}, $methods->{$event->{fields}{method}} // '?');
        $count{$method}[$column]++;
        push @odd, "$method at $event->{ticks}: time runs back" if $event->{ticks} < ($last{$thread} // 0);
        $last{$thread} = $event->{ticks};
        if ($column == 0) {
            push @{$stacks{$thread}}, $method;
        } else {
            my $innermost = pop @{$stacks{$thread}} // 'nothing';
            push @odd, "$event->{event} of $method in $innermost" if $innermost ne $method;
        }
    }
    is(join('; ', splice @odd, 0, 5), '', "$label: entries and exits nest");
    is(join(' ', splice @{[map { @$_ } values %stacks]}, 0, 5), '', "$label: each entry has its exit");
    for my $method (sort keys %truth) {
        is(join(' ', map { $_ // 0 } @{$count{$method}}[0 .. 2]), "@{$truth{$method}}", "$label: $method: entries, returns, exceptions");
    }
    my ($enter, $leave, $unwind) = map { $_ // 0 } @{$count{'Traced.deep'}}[0 .. 2];
    ok($enter >= 1000 && $leave == 0 && $unwind == $enter, "$label: $enter levels to the end of the stack, all of them left by the error");
    my %reported = map { ($_->{name} => $_->{count}) } @{report($directory)->{events}};
    for my $kind (sort keys %column) {
        my $sum = 0;
        $sum += $_->[$column{$kind}] // 0 for values %count;
        is($reported{$kind}, $sum, "$label: the report has as many of $kind");
    }
}

check('deterministic', '--deterministic');
check('linux', '--machine', 'linux');
check('linux, translated again, all timed', '--machine', 'linux', '-Dgnomon.again=2', '--time', '**');
check('linux, collected often', '--machine', 'linux', '-Dgnomon.gc.stress=100', '-Dgnomon.gc.protect=1');

done_testing();
