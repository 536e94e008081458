#!/usr/bin/perl
# Translations that are kept from run to run: a program does the same with and without them and its methods have the
# same calls, but the translator has little to do; the training that makes them comes out the same each time; and a file
# that is damaged, or not this build's, is never used. The same of a program's own methods, where its user has asked for
# it: what they do is what its class files say now, whichever of them have changed since.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Basename 'basename';
use File::Path 'make_path';
use Gnomon;
use POSIX ();
use Test::More;

cannot(
    cpus4 => 'runs with several processors have a file of their own',
    warm => 'what is kept from a run before is not translated, and translation is what this file looks at',
);

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
sub ticks { my ($name, $account) = @_; return account($reports{$name}, $account, 'ticks') }
cmp_ok(ticks('kept', 'translator'), '<', 15_000_000, 'what is kept need not be translated');
cmp_ok(ticks('timed, translated', 'translator'), '>', 60_000_000, 'without it, all is');
cmp_ok(ticks('timed, kept', 'translator'), '<', ticks('timed, translated', 'translator') / 2, 'with some methods timed, the others need not be');
cmp_ok($reports{kept}{elapsed_ticks}, '<', 60_000_000, 'ticks of hello in all');
cmp_ok(abs(ticks('timed, kept', 'translated code') / ticks('timed, translated', 'translated code') - 1), '<', 0.03, 'the code takes as long');
my ($kept, $translated) = map { my $name = $_; [map { "$_->{label} $_->{count}" } sort { $a->{label} cmp $b->{label} } @{$reports{$name}{methods}}] } 'timed, kept', 'timed, translated';
cmp_ok(scalar @$kept, '>', 100, 'methods are timed');
is_deeply($kept, $translated, 'they have the same calls');

# ---- The file, in a cache of the test's own

my $image = own_cache();
unlink glob scratch('cache/gnomon/*/translated-*');
my $again = qr/^gnomon: translating what programs need of the JDK's image \(once\): /m;

sub hello {
    my ($name) = @_;
    my ($status, $out, $err) = gnomon(300, @run, '--machine', 'linux', '-o', scratch('linux'), 'B');
    is("$status $out", "0 hello\n", "hello, $name") or diag $err;
    return $err;
}
like(hello('at first'), $again, 'the first run makes the file');
my ($file) = grep { -f } glob scratch('cache/gnomon/*/translated-*');
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

# The kernel that makes it stands still for longer than threads usually run before others get their turn, as on a
# machine that has much else to do.
my $pause = fork // die "fork: $!\n";
if (!$pause) {
    my ($kernel, $cache) = (undef, scratch('cache'));
    my $is_early = sub { return ((split ' ', slurp("/proc/$_[0]/stat") =~ s/.*\) //r)[11] // 0) < 10 }; # its processor time, in 10 ms
    while (!$kernel) {
        select undef, undef, undef, 0.01;
        for my $process (map { m{(\d+)} } grep { (readlink // '') =~ m{/gnomon-kernel$} } glob '/proc/[0-9]*/exe') {
            $kernel = $process if grep { (readlink // '') =~ m{^\Q$cache\E/} } glob "/proc/$process/fd/*";
        }
    }
    eval { select undef, undef, undef, 0.01 while $is_early->($kernel); 1 } or POSIX::_exit(1);
    kill STOP => $kernel or POSIX::_exit(1);
    sleep 11;
    POSIX::_exit(kill(CONT => $kernel) ? 0 : 1);
}
unlink $file;
like(hello('while the machine does something else'), $again, 'without a file it is made again');
waitpid $pause, 0;
is($?, 0, 'while its kernel stood still for a time');
ok(slurp($file) eq $content, 'and is what it was');

# ---- A program's own methods

my $classes_of_program = scratch('program');
my %sources = (
    Base => 'public class Base { int a = 1, b = 2; int sum() { return a + b; } static final int K = Integer.parseInt("7"); String name() { return "base"; } }',
    Sub => 'public class Sub extends Base implements Shape { int c = 3; int total() { return sum() + c; } public long area(int n) { return (long) n * c + K; } String name() { return "sub" + super.name(); } }',
    Shape => 'public interface Shape { long area(int n); default long twice(int n) { return 2 * area(n); } }',
    App => <<'END',
import java.sql.Timestamp;
import java.util.*;
import java.util.function.*;

public class App {
    static int fields(Sub s) { s.b += s.c; return s.c * 100 + s.a * 10 + s.b; }
    static long shape(Shape s, int n) { return s.area(n) + s.twice(n); }
    static String thrown(Object o) {
        try { return ((Sub) o).name(); } catch (ClassCastException e) { return "cast"; } finally { count++; }
    }
    static int count;
    record Point(int x, int y) { }
    enum Kind { ONE, TWO }

    public static void main(String[] arguments) throws Exception {
        Sub sub = new Sub();
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += fields(sub) + shape(sub, i) + sub.total();
        System.out.println(sum + " " + thrown(sub) + thrown("x") + count + " " + Base.K);
        Map<String, List<Point>> points = new TreeMap<>();
        for (Kind kind : Kind.values()) points.computeIfAbsent(kind.name(), k -> new ArrayList<>()).add(new Point(kind.ordinal(), arguments.length));
        Supplier<Object> later = () -> points;
        System.out.println(later.get() + " " + Timestamp.valueOf("2026-01-02 03:04:05") + " " + Arrays.toString(arguments));
        Thread thread = new Thread(() -> { synchronized (sub) { sub.a++; } });
        thread.start();
        thread.join();
        System.out.println(sub.a + " " + Sub.class.getMethod("area", int.class).invoke(sub, 5));
        System.exit(arguments.length);
    }
}
END
);

sub compile_program {
    make_path($classes_of_program, scratch('source'));
    spill(scratch("source/$_.java"), $sources{$_}) for @_;
    my ($status, $out, $err) = run(300, 'javac', '-J-XX:TieredStopAtLevel=1', '-XDstringConcat=inline', '-cp', $classes_of_program, '-d', $classes_of_program, map { scratch("source/$_.java") } @_);
    die "javac @_: $err$out" if $status;
}

# The program with these options of `run` and arguments of its own; returns what was said about it.
my $expected;
sub app {
    my ($name, @options) = @_;
    my ($status, $out, $err) = gnomon(300, 'run', '-v', @options, '-o', scratch('app'), '-cp', $classes_of_program, 'App', '--', 'first', 'second');
    is("$status $out", $expected, "$name: output and status") or diag $err;
    return $err;
}
sub expect {
    my ($status, $out) = java(60, $classes_of_program, 'App', 'first', 'second');
    $expected = "$status $out";
}
my @linux = ('--machine', 'linux');
my @deterministic = ('--deterministic', '--mem', 256);
sub app_ticks { return account(report(scratch('app')), 'translator', 'ticks') }
sub counts_of { return [map { "$_->{label} $_->{count}" } sort { $a->{label} cmp $b->{label} } @{report(scratch('app'))->{methods}}] }
sub kept_programs { my @found = glob scratch('cache/gnomon/*/program-*'); return @found }

compile_program(qw(Base Shape Sub App));
expect();
like($expected, qr/^2 \d+ subbasecast2 7\n/, 'java: the program does what it should');
app('a program', @deterministic);
my $before = app_ticks();
is(scalar kept_programs(), 0, 'nothing is kept that nobody has asked for');
like(app('kept', @linux, '--keep'), qr/^gnomon: the program's translations are kept: /m, '--keep says that they are');
is(scalar kept_programs(), 1, 'a file for it');
like(app('later', @linux), qr/^gnomon: the program's translations are kept: /m, 'they are found');
app('in QEMU', @deterministic);
my $after = app_ticks();
cmp_ok($after, '<', 0.65 * $before, "and used: $after for $before ticks of the translator");
my $region = slurp(scratch('app/region'));
app('once more', @deterministic);
ok($region eq slurp(scratch('app/region')), 'runs repeat, byte for byte');
app('timed', @deterministic, '--time', 'App.*', '--time', 'java.util.**');
my $counts = counts_of();
app('timed, translated', @deterministic, '--time', 'App.*', '--time', 'java.util.**', '--no-kept');
cmp_ok(scalar @$counts, '>', 30, 'methods are timed');
is_deeply($counts, counts_of(), 'they have the same calls');
app('traced, with allocations', @linux, '--trace', 'Sub.*', '--alloc', '**', '--sample', 1000);
app('under a collector that never rests', @linux, '-Dgnomon.gc.stress=100', '-Dgnomon.gc.protect=1', '-Dgnomon.gc.verify=100');
app('translated again at the third call', @linux, '-Dgnomon.again=3');

my ($kept_file) = kept_programs();
if (is_due(2, 'kept in QEMU')) {
    my @kept_contents = map { app("kept in QEMU, time $_", @deterministic, '--keep'); slurp($kept_file) } 1, 2;
    ok($kept_contents[0] eq $kept_contents[1], 'a file that a deterministic run makes again is the same');
    app('with that', @deterministic);
    $after = app_ticks();
}

# Class files that change: other offsets of fields, places in tables, and constants, below classes whose own files stay
# the same.
$sources{Base} = 'public class Base { long first = 9; int a = 4, b = 5; double between; int early() { return 0; } int sum() { return a * b; } static final int K = Integer.parseInt("70"); String name() { return "BASE"; } }';
compile_program('Base');
my $old = $expected;
expect();
isnt($expected, $old, 'java: a changed superclass changes what the program does');
app('a changed superclass', @linux);
app('a changed superclass in QEMU', @deterministic);
cmp_ok(app_ticks(), '>', $after, 'what depends on it is translated');
app('kept again', @linux, '--keep');
app('with the changed superclass kept', @deterministic);
$sources{Shape} = 'public interface Shape { default long before(int n) { return n; } long area(int n); default long twice(int n) { return 3 * area(n) + before(n); } }';
compile_program('Shape');
expect();
app('a changed interface', @linux);
app('kept', @linux, '--keep');

# Several processors have files of their own, as code needs more there.
my $several = qr/^gnomon: the program's translations are kept: /m;
unlike(app('several processors', @linux, '--cpus', 2), $several, 'what is kept for one is not for several');
like(app('kept for several', @linux, '--cpus', 2, '--keep'), $several, 'that has to be asked for, too');
like(app('then', @linux, '--cpus', 2), $several, 'then it is used');
app('in QEMU', '--cpus', 2);
like(app('with one', @linux), $several, 'that for one is still there');
unlink grep { $_ ne $kept_file } kept_programs();

# What is damaged
my $kept_content = slurp($kept_file);
srand 1;
for my $i (1 .. 10) {
    my $damaged = $kept_content;
    substr($damaged, rand length $damaged, 1) ^= chr(1 << rand 8);
    spill($kept_file, $damaged);
    my $words = app("damage $i", @linux);
    like($words, qr/^gnomon: the program's translations are damaged, and not used: /m, 'it is told once') if substr($damaged, 0, 160) eq substr($kept_content, 0, 160);
}
spill($kept_file, substr $kept_content, 0, 5000);
app('cut off', @linux);
spill($kept_file, '');
app('empty', @linux);

# Two at once, and one that is killed while it does so
my @children = map {
    my $number = $_;
    my $child = fork // die;
    if (!$child) {
        my ($status) = run(300, build('gnomon'), 'run', '-q', '--no-instruments', '--keep', @linux, '-o', scratch("at-once-$number"), '-cp', $classes_of_program, 'App', '--', 'first', 'second');
        POSIX::_exit($status == 2 ? 0 : 1);
    }
    $child;
} 1, 2;
is(join(' ', map { waitpid $_, 0; $? } @children), '0 0', 'two programs kept at once');
my $whole = qr/^gnomon: the program's translations are kept: /m;
like(app('after both', @linux), $whole, 'the file is whole');
for my $after_ms (20, 200, 400) {
    my $child = fork // die;
    if (!$child) {
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec build('gnomon'), 'run', '--no-instruments', '--keep', @linux, '-o', scratch('killed'), '-cp', $classes_of_program, 'App', '--', 'first', 'second' or exit 127;
    }
    select undef, undef, undef, $after_ms / 1000;
    kill KILL => $child;
    waitpid $child, 0;
    like(app("after one that was killed after $after_ms ms", @linux), $whole, 'the file is whole');
}
# A program that leaves no memory ends as it would without, and nothing is kept
if (is_due(2, 'a program that leaves no memory')) {
    my ($ended, undef, $said) = gnomon(100, 'run', '-q', @linux, '--mem', 256, '--keep', '-o', scratch('takes'), '-cp', compile('takes', 'tests/java/TakesAll.java'), 'TakesAll');
    isnt($ended, 3, 'a program that leaves no memory does not end the machine') or diag($said);
    like(slurp(scratch('takes/host.log')), qr/^gnomon: the program has left no memory to keep translations$/m, 'what is not kept is said');
}

my ($refused, undef, $words) = gnomon(60, 'run', '--keep', '--net', '-cp', $classes_of_program, 'App');
is($refused, 2, '--keep and --net are refused');
like($words, qr/--keep: expected no --net with it/, 'with the reason');

# ---- gnomon cache

my ($status, $list, $trouble) = gnomon(60, 'cache');
is($status, 0, 'gnomon cache') or diag $trouble;
like($list, qr/MiB  jdk-17\S+: java\.base .*java\.sql/, 'it lists the image');
like($list, qr/MiB +translations, \d+ methods of \d+ classes$/m, 'its translations');
like($list, qr/MiB +program, \d+ methods of \d+ classes: App, \Q$classes_of_program\E$/m, 'and the program');
spill($kept_file, 'x' x 1000);
like((gnomon(60, 'cache'))[1], qr/program, damaged$/m, 'one that is damaged');
like((gnomon(60, 'cache', '--clear', 'programs'))[1], qr/removed from/, 'programs are removed');
is(scalar kept_programs(), 0, 'there are none');
ok(-e $file, 'translations of the image are');
gnomon(60, 'cache', '--clear', 'translations');
ok(!-e $file, 'until they are removed too');
app('then', @linux);
gnomon(60, 'cache', '--clear', 'all');
is(join(' ', glob scratch('cache/gnomon/jdk-*')), '', 'all is removed');
like(hello('after that'), $again, 'and made again');

# ---- Where nothing can be kept

unlink $file;
make_path("$file/x");
like(hello('where it cannot be made'), qr/^gnomon: no translations are kept: /m, 'a run goes on without, and says so');

done_testing;
