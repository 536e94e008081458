#!/usr/bin/perl
# What a start costs: "hello" in QEMU, in 256 MiB, counted in instructions, which no load of the host changes. And that
# classes are trusted only as the verifier saw them: a class that does not pass, and an image that has changed since,
# end the run.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Gnomon;
use Test::More;

cannot(warm => 'what is kept from a run before is not translated, and translation is what this file looks at');
my $TICKS = 250_000_000;
my $classes = compile('java', 'tests/java/whole/B.java');
my @run = ('run', '-q', '-cp', $classes);

my ($status, $out, $err) = gnomon(120, @run, '--deterministic', '--mem', 256, '-o', scratch('hello, at first'), 'B');
is($status, 0, 'hello in 256 MiB') or diag $err;
is($out, "hello\n", 'is said');
my $report = report(scratch('hello, at first'));
cmp_ok($report->{elapsed_ns}, '<=', $TICKS, 'ticks from the first instruction to the end');
note sprintf '%-20s %12d', $_->{name}, $_->{ticks} for @{$report->{ledger}};

# ---- The image, in a cache of the test's own
local $ENV{XDG_CACHE_HOME} = scratch('cache');
my $image;

# Two first runs at once: each makes it, one's becomes the image, and nothing is left over.
my @first = map {
    my $child = fork // die "fork: $!\n";
    exit((gnomon(300, @run, '--machine', 'linux', '-o', scratch("first-$_"), 'B'))[0]) if !$child;
    $child;
} 1, 2;
is_deeply([map { waitpid $_, 0; $? } @first], [0, 0], 'two first runs at once');
is(scalar(my @entries = glob scratch('cache/gnomon/*')), 1, 'make one image');
unlink glob scratch('cache/gnomon/*/verified-*');

# Flips a bit of a file.
sub change {
    my ($name, $at) = @_;
    open my $file, '+<:raw', $name or die $!;
    seek $file, $at, 0;
    read $file, my $old, 1;
    seek $file, $at, 0;
    print $file chr(ord($old) ^ 1);
    close $file or die $!;
}

is((gnomon(300, @run, '--machine', 'linux', '-o', scratch('first'), 'B'))[0], 0, 'an image without a record is verified');
is(scalar(my @records = glob scratch('cache/gnomon/jdk-17*/verified-*')), 1, 'and gets a record');
($image) = $records[0] =~ m{(.*)/};

# One byte of a class that every program needs, and one of a class that this program does not: each class is compared
# when it is defined.
my $modules = slurp("$image/lib/modules");
my ($used, $unused) = map { index $modules, $_ } 'Self-suppression not permitted', 'Unexpected end of ZLIB input stream';
cmp_ok($used, '>', 0, 'the image holds Throwable');
cmp_ok($unused, '>', 0, 'and InflaterInputStream');
change("$image/lib/modules", $used);
for my $machine ('linux', 'qemu') {
    ($status, $out, $err) = gnomon(120, @run, '--machine', $machine, '-o', scratch('flipped'), 'B');
    is($status, 3, "a flipped byte ends the boot on $machine");
    like($err, qr/\Agnomon: the guest died: the JDK image has changed since the host verified its classes: \/java.base\/java\/lang\/Throwable.class\n/, 'with the reason');
}
change("$image/lib/modules", $used);
change("$image/lib/modules", $unused);
is((gnomon(120, @run, '--machine', 'linux', '-o', scratch('unused'), 'B'))[0], 0, 'one in a class that the program does not use does not');
change("$image/lib/modules", $unused);

# The record itself is not whole any more: then it is made again.
my $record = slurp($records[0]);
for my $spoil (sub { change($records[0], 1000) }, sub { truncate $records[0], length($record) - 8 }, sub { spill($records[0], '') }) {
    $spoil->();
    is((gnomon(120, @run, '--machine', 'linux', '-o', scratch('spoilt'), 'B'))[0], 0, 'a run with a record that has changed');
    ok(slurp($records[0]) eq $record, 'makes it again');
}

# Getters of references return an int instead: all of them, since module descriptions and the like are nobody's
# business.
my $content = $modules;
cmp_ok($content =~ s/(\x2a\xb4..)\xb0/$1\xac/gs, '>', 1000, 'the image holds getters');
spill("$image/lib/modules", $content);
unlink @records;
($status, $out, $err) = gnomon(120, @run, '--machine', 'linux', '-o', scratch('bad'), 'B');
is($status, 1, 'a class that does not pass: status 1');
like($err, qr/\Agnomon: \S*gnomon-verify: failed: \S+: java.lang.VerifyError: .*\n\z/, 'one line that names it');
is_deeply([glob "$image/verified-*"], [], 'no record');
is((gnomon(120, @run, '--machine', 'linux', '-o', scratch('again'), 'B'))[0], 1, 'nor when it is tried again');

# ---- No cache that could be written

spill(scratch('no directory'), '');
$ENV{XDG_CACHE_HOME} = scratch('no directory');
mkdir scratch('temporary files');
$ENV{TMPDIR} = scratch('temporary files');
($status, $out, $err) = gnomon(300, @run, '--machine', 'linux', '-o', scratch('elsewhere'), 'B');
is("$status $out", "0 hello\n", 'the image is made among the temporary files') or diag $err;
my $elsewhere = scratch("temporary files/gnomon-cache-$>");
is(scalar(my @made = glob "'$elsewhere/jdk-17'*"), 1, 'in a directory of the user');
chmod 0777, $elsewhere;
($status, $out, $err) = gnomon(60, @run, '--machine', 'linux', '-o', scratch('elsewhere'), 'B');
is($status, 1, 'but not in one that others can write');
like($err, qr/\Agnomon: \Q$elsewhere\E: expected a directory of your own\n\z/, 'says one line');

done_testing;
