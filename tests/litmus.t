#!/usr/bin/perl
# Java's memory model on several processors: small programs whose threads race (tests/java/litmus), each of which counts
# what its threads have seen. What the model forbids is never seen; and that stores of plain accesses are seen late,
# which it allows and an x86 processor does, is seen, as otherwise nothing has raced; and so is that a fenced field has
# changed between two loads. TRIES is how often each is tried (10 million take minutes on a quiet machine, hours on a
# busy one, and MACHINE=java runs them there for comparison); READINGS is how often the clock is read; PROGRAMS (names
# with commas) chooses. A thousand million readings:
#     PROGRAMS=WakeUps READINGS=1000000000 prove -v tests/litmus.t
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

my $tries = $ENV{TRIES} // 4000;
my $machine = $ENV{MACHINE} // 'linux';
my $classes = compile('litmus', glob("$FindBin::Bin/java/litmus/*.java $FindBin::Bin/java/litmus/other/litmus/*.java"));
chomp(my $processors = `nproc`);

my $cpus = 2;
sub on {
    my ($program, @arguments) = @_;
    return java(36000, $classes, $program, @arguments) if $machine eq 'java';
    return gnomon(36000, 'run', '-q', '--machine', $machine, '--cpus', $cpus, '-o', scratch($program), '-cp', $classes, $program, '--', @arguments);
}

sub seen {
    my ($program, $expected, @arguments) = @_;
    my ($status, $out, $err) = on($program, $tries, @arguments);
    is($status, 0, "$program ends well") or diag $err;
    note($out);
    my @counts = $out =~ /^.*: \d+ tries, forbidden \d+, weak \d+$/mg;
    cmp_ok(scalar(@counts), '>=', $expected, "$program: all were tried");
    is(join("\n", grep { !/forbidden 0,/ } @counts), '', "$program: nothing forbidden was seen");
    return $out;
}

my %programs = map { $_ => 1 } split /,/, $ENV{PROGRAMS} // 'Orders,Fences,Publication,Atomics,WakeUps';
SKIP: {
    skip 'not chosen', 1 if !$programs{Orders};
    my $orders = seen('Orders', 28, 1000);
    skip 'one processor here', 1 if $processors < 2;
    # The two threads have to run at once, for which a busy host may give them no chance for a while
    my ($weak, $limit) = (qr/^store buffering, plain: .* weak [1-9]/m, time + 60);
    (undef, $orders) = on('Orders', $tries, 1000) while $orders !~ $weak && time < $limit;
    like($orders, $weak, 'plain stores were seen late');
}
for (2, 4) {
    $cpus = $_;
    next if !$programs{Fences};
    my $fences = seen('Fences', 3);
    SKIP: {
        skip 'one processor here', 1 if $processors < 2;
        is(join("\n", grep { / weak 0$/ } split /\n/, $fences), '', "Fences, $cpus processors: readers have seen the writer write between two of their loads");
    }
}
$cpus = 2;
seen('Publication', 6) if $programs{Publication};
seen('Atomics', 20) if $programs{Atomics};
seen('WakeUps', 6, $ENV{READINGS} // 100_000) if $programs{WakeUps};
done_testing();
