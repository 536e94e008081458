#!/usr/bin/perl
# Translations that are kept from run to run: a program does the same with and without them and its methods have the same calls, but the translator has little to
# do; the training that makes them comes out the same each time; and a file that is damaged, or not this build's, is never used.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename 'basename';
use File::Path 'make_path';
use Gnomon;
use Test::More;

my $classes = compile('java', 'tests/java/whole/B.java');
my @run = ('run', '-v', '-cp', $classes);

# ---- What they are worth, and that nothing else differs

my %reports;
for my $case (['kept'], ['timed, kept', '--time', 'java.util.**'], ['timed, translated', '--no-kept', '--time', 'java.util.**']) {
    my ($name, @options) = @$case;
    my ($status, $out, $err) = gnomon(300, @run, '--deterministic', '--mem', 256, @options, '-o', scratch($name), 'B');
    is("$status $out", "0 hello\n", "hello, $name") or diag $err;
    $reports{$name} = report(scratch($name));
}
sub ticks { my ($name, $account) = @_; return (map { $_->{ticks} } grep { $_->{name} eq $account } @{$reports{$name}{ledger}})[0] }
cmp_ok(ticks('kept', 'translator'), '<', 15_000_000, 'what is kept need not be translated');
cmp_ok(ticks('timed, translated', 'translator'), '>', 60_000_000, 'without it, all is');
cmp_ok(ticks('timed, kept', 'translator'), '<', ticks('timed, translated', 'translator') / 2, 'with some methods timed, the others need not be');
cmp_ok($reports{kept}{elapsed_ticks}, '<', 60_000_000, 'ticks of hello in all');
cmp_ok(abs(ticks('timed, kept', 'translated code') / ticks('timed, translated', 'translated code') - 1), '<', 0.03, 'the code takes as long');
my ($kept, $translated) = map { my $name = $_; [map { "$_->{label} $_->{count}" } sort { $a->{label} cmp $b->{label} } @{$reports{$name}{methods}}] } 'timed, kept', 'timed, translated';
cmp_ok(scalar @$kept, '>', 100, 'methods are timed');
is_deeply($kept, $translated, 'they have the same calls');

# ---- The file, in a cache of the test's own

my ($image) = slurp(scratch('kept/meta.json')) =~ /"jdk_image": "([^"]+)"/ or die 'no image';
local $ENV{XDG_CACHE_HOME} = scratch('cache');
make_path(scratch('cache/gnomon'));
system('cp', '-r', $image, scratch('cache/gnomon')) == 0 or die 'cp';
unlink glob scratch('cache/gnomon/*/translated-*');
my $again = qr/^gnomon: translating what programs need of the JDK's image \(once\): /m;

sub hello {
    my ($name) = @_;
    my ($status, $out, $err) = gnomon(300, @run, '--machine', 'linux', '-o', scratch('linux'), 'B');
    is("$status $out", "0 hello\n", "hello, $name") or diag $err;
    return $err;
}
like(hello('at first'), $again, 'the first run makes the file');
my ($file) = glob scratch('cache/gnomon/*/translated-*');
my $content = slurp($file);
ok($content eq slurp("$image/" . basename($file)), 'it is the one that another training has made');
unlike(hello('for the second time'), $again, 'later runs use it');
for my $damage (['a bit of its key', sub { substr($_[0], 8, 1) ^= "\1" }], ['a bit of code', sub { substr($_[0], -100, 1) ^= "\1" }]) {
    my ($name, $spoil) = @$damage;
    my $spoilt = $content;
    $spoil->($spoilt);
    spill($file, $spoilt);
    like(hello("$name is changed"), $again, 'then the file is made again');
    ok(slurp($file) eq $content, 'and is what it was');
}
unlink $file;
make_path("$file/x");
like(hello('where it cannot be made'), qr/^gnomon: no translations are kept: /m, 'a run goes on without, and says so');

done_testing;
