#!/usr/bin/perl
# `gnomon run` from the command line to the end of a guest, with a program in the kernel's place that does what it is
# told: what the guest gets, its output, its exit status, and every way to end.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Compress::Zlib ();
use Cpanel::JSON::XS;
use File::Copy 'copy';
use File::Path 'make_path';
use Test::More;
use Gnomon;

my $fake = build('test/viz/test/fake_kernel');
need(-x $fake, "$fake is not built (make tests-built)");
make_path(scratch('bin/linux'), scratch('classes/sub'));
for my $pair ([build('gnomon'), scratch('bin/gnomon')], [build('gnomon-verify'), scratch('bin/gnomon-verify')], [$fake, scratch('bin/linux/gnomon-kernel')]) {
    copy(@$pair) or die "$pair->[0]: $!";
    chmod 0755, $pair->[1];
}
spill(scratch('Main.java'), "public class Main { public static void main(String[] a) { } }\n");
run(60, 'javac', '-d', scratch('classes'), scratch('Main.java'));
spill(scratch('classes/sub/data.txt'), 'data');

my $number = 0;
sub act {
    my ($options, @words) = @_;
    $number++;
    return run(60, scratch('bin/gnomon'), 'run', '--machine', 'linux', '--log-size', 1, '-o', scratch("out$number"), @$options, '-cp', scratch('classes'), 'Main', '--', @words);
}
sub last_output { return scratch("out$number") }

my ($status, $out, $err) = act([], 'entries');
is($status, 0, 'a run that ends');
is($err, '', 'says nothing of its own') unless $err =~ /making an image/;
my @entries = split /\n/, $out;
is_deeply([grep { m{^/app/} } @entries], ['/app/classes/Main.class', '/app/classes/sub/data.txt'], 'the program is packed');
for my $wanted ('/jdk/lib/modules', '/jdk/lib/tzdb.dat', '/jdk/conf/security/java.security', '/jdk/lib/security/cacerts', 'options') {
    ok(scalar(grep { $_ eq $wanted } @entries), "$wanted is packed");
}
ok(!-e last_output() . '/archive', 'the archive goes when the run has ended');
ok(-e last_output() . "/$_", "$_ stays") for qw(region meta.json host.log);

($status, $out) = act([], 'options');
like($out, qr/^\Q$_\E$/m, "a first run: $_") for 'sample=100', 'stacks=64', 'events=thread,collection,class,domain,portal';
for my $options (['--no-instruments'], ['--time', 'Main.main'], ['--trace', 'Main.main'], ['--events', 'none']) {
    ($status, $out) = act($options, 'options');
    unlike($out, qr/^(?:sample|stacks|events=thread)/m, "@$options: nothing that was not asked for");
}
($status, $out) = act(['--no-instruments', '--sample-cpu', 50], 'options');
is(join(' ', $out =~ /^((?:sample|sample-cpu|stacks|events)=.*)$/mg), 'sample-cpu=50', '--no-instruments leaves what is asked for');
($status, $out) = act(['--time', 'Main.main', '--time', '!**.toString', '--sample', 100, '--stacks', 8, '--events', 'thread_switch,sample', '-Dkey=value', '--unordered', '--log-mode', 'stop'], 'options');
like($out, qr/^\Q$_\E$/m, "option $_") for 'main=Main', 'classpath=/app/classes', 'arg=options', 'time=Main.main', 'time=!**.toString', 'sample=100', 'stacks=8',
    'events=thread_switch,sample', 'property=key=value', 'unordered=1', 'log-mode=stop';
my $scratch = scratch();
unlike($out, qr/\Q$scratch\E/, 'no path of the host');

# What the manifests of jars name is packed where the guest's class loader looks for it, from each jar's directory on;
# the class path stays what the user wrote
sub make_jar {
    my ($jar, $manifest) = @_;
    spill(scratch('manifest'), $manifest);
    run(60, 'jar', 'cfm', scratch($jar), scratch('manifest'), '-C', scratch('classes'), 'Main.class');
}
sub run_class_path {
    my ($word, @program) = @_;
    my ($status, $out, $err) = run(60, scratch('bin/gnomon'), 'run', '-q', '--machine', 'linux', '--log-size', 1, '-o', scratch('path'), @program, '--', $word);
    return $status ? $err : join ' ', grep { m{^(/app|/far|classpath|jar)} } split /\n/, $out;
}
make_path(scratch('jars/lib'), scratch('jars/conf'), scratch('far'));
spill(scratch('jars/conf/data.properties'), "a=b\n");
make_jar('jars/app.jar', "Main-Class: Main\nClass-Path: lib/a.jar conf/ missing.jar ./ http://example.org/x.jar ../far/away.jar\n");
make_jar('jars/lib/a.jar', "Class-Path: file:b.jar ../app.jar\n");
make_jar('jars/lib/b.jar', "Created-By: test\n");
make_jar('far/away.jar', "Created-By: test\n");
my $followed = '/app/app.jar /app/conf/data.properties /app/lib/a.jar /app/lib/b.jar /far/away.jar';
is(run_class_path('entries', scratch('jars/app.jar')), $followed, 'jars and directories of Class-Path, in turn');
is(run_class_path('options', scratch('jars/app.jar')), 'jar=/app/app.jar classpath=/app/app.jar', 'which the class path does not hold');
is(run_class_path('entries', '-cp', scratch('jars/app.jar'), 'Main'), $followed, 'the same with -cp');
symlink scratch('jars/app.jar'), scratch('link.jar');
is(run_class_path('entries', scratch('link.jar')), '/app/app.jar /app/conf/data.properties /app/lib/a.jar /app/lib/b.jar /app/link.jar /far/away.jar', "from the jar's directory, not from that of a link to it");
is(run_class_path('options', '-cp', scratch('jars/lib/*') . ':' . scratch('none/*'), 'Main'), 'classpath=/app/a.jar:/app/b.jar', 'all jars of a directory');
like(run_class_path('entries', '-cp', scratch('classes'), 'com.sun.Nothing'), qr/expected main class com\.sun\.Nothing, found no/, 'a main class that is nowhere');
like(run_class_path('entries', '--add-modules', 'java.sql,no.such', '-cp', scratch('classes'), 'Main'), qr/--add-modules: expected modules of the JDK, found 'no\.such'/, 'a module that is none');

($status, $out) = act([], 'print 20000');
is($out, join('', map { "line $_\n" } 0 .. 19999), 'output through a small ring arrives whole');
($status, $out, $err) = act([], 'fail', 'exit 42');
is($status, 42, "the program's exit status is ours");
is($err, "an error\n", 'its stderr is ours');
is((act([], 'exit 255'))[0], 255, 'exit status 255');
is(report(last_output())->{run}{main}, 'Main', 'the recording is read');
{
    act(['--sample', 250, '--stacks', 12, '--quantum', 3000, '--mem', 300, '-Dkey=value', '--unordered'], 'print 1');
    my $facts = decode_json(slurp(last_output() . '/meta.json'));
    is_deeply({map { $_ => $facts->{$_} } qw(sample_hz sample_cpu_hz stack_frames quantum_us memory_mib cpus properties)},
        {sample_hz => 250, sample_cpu_hz => 0, stack_frames => 12, quantum_us => 3000, memory_mib => 300, cpus => 1, properties => ['key=value']}, 'meta.json has what was asked for');
    is("$facts->{unordered} $facts->{deterministic}", '1 0', 'and switches');
    is("gnomon $facts->{gnomon}\n", (run(60, scratch('bin/gnomon'), '--version'))[1], 'and the version');
    is($facts->{kernel_crc32}, sprintf('%08x', Compress::Zlib::crc32(slurp(scratch('bin/linux/gnomon-kernel')))), "and the sum of the kernel's file");
    is($facts->{host_processors}, 0 + `getconf _NPROCESSORS_ONLN`, 'and the processors of the host');
    like($facts->{host_system}, qr/^Linux \d/, 'and its system');
    run_class_path('print 1', scratch('jars/app.jar'));
    my %files = map { ($_->{path} => $_) } @{decode_json(slurp(scratch('path/meta.json')))->{files}};
    my $jar = slurp(scratch('jars/app.jar'));
    is_deeply([@{$files{scratch('jars/app.jar')}}{qw(bytes crc32)}], [length $jar, sprintf '%08x', Compress::Zlib::crc32($jar)], 'and the jars, with their sums');
}

($status, $out, $err) = act([], 'panic');
is($status, 3, 'a guest that panics: status 3');
like($err, qr/\Agnomon: the guest died: page fault at 0x8\n/, 'with the reason');
like($err, qr/backtrace:\n.*example\.Abc\.b\(\)\+0x20, line 10\n.*example\.Abc\.a\(\)\+0x30, line 10\n/s, 'a backtrace with names');
like($err, qr/last events:\n.*request "done" 999 hello/s, 'and the last events');
($status, $out, $err) = act([], 'print 3', 'vanish');
is($status, 3, 'a guest that ends without a word: status 3');
is($out, "line 0\nline 1\nline 2\n", 'what it wrote before is passed on');
($status, $out, $err) = act([], 'signal');
is($status, 3, 'a guest that is killed: status 3');
like($err, qr/killed by signal 9/, 'and by what');
my $before = time;
($status, $out, $err) = act(['--timeout', 1], 'hang');
is($status, 124, 'a guest that hangs: status 124');
like($err, qr/timeout/, 'and says so');
cmp_ok(time - $before, '<', 20, 'in time');

# A directory belongs to one run at a time: the second one leaves it alone
{
    my @first = (scratch('bin/gnomon'), 'run', '-q', '--machine', 'linux', '--log-size', 1, '-o', scratch('shared'), '-cp', scratch('classes'), 'Main', '--');
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', '/dev/null';
        exec 'timeout', '-k', '5', 60, @first, 'hang' or exit 127;
    }
    for (1 .. 300) { last if -e scratch('shared/region'); select undef, undef, undef, 0.1 }
    my $before = (stat scratch('shared/region'))[1];
    ($status, $out, $err) = run(60, @first, 'print 3');
    is("$status $out", '1 ', 'a second run in the directory of one that runs: status 1');
    like($err, qr{\Agnomon: \Q${\scratch('shared')}\E: in use by another run [^\n]+\n\z}, 'and one line that says so');
    is((stat scratch('shared/region'))[1], $before, 'the recording of the first is still there');
    kill 'INT', $child;
    waitpid $child, 0;
    is((run(60, @first, 'print 1'))[1], "line 0\n", 'when it has ended, another may have the directory');
}

# A reader of a moment believes the guest nothing that could lead it out of what it has
{
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', '/dev/null';
        exec 'timeout', '-k', '5', 60, scratch('bin/gnomon'), qw(run -q --machine linux --log-size 1 -o), scratch('moments'), '-cp', scratch('classes'), 'Main', '--', 'moments' or exit 127;
    }
    for (1 .. 300) { last if -e scratch('moments/region') && (region(scratch('moments')) =~ /\A.{20}(.{4})/s ? unpack 'V', $1 : 0); select undef, undef, undef, 0.1 }
    ($status, $out, $err) = run(60, build('gnomon'), 'report', scratch('moments'));
    is("$status $err", '0 ', 'the tables of a guest that says they are larger than they are');
    like($out, qr/all of this is of one moment/, 'are read at one moment');
    kill 'INT', $child;
    waitpid $child, 0;
}

# A reader that goes away does not stop the guest
my $line = join ' ', scratch('bin/gnomon'), 'run --machine linux --log-size 1 -o', scratch('pipe'), '-cp', scratch('classes'), "Main -- 'print 20000' 'exit 5'";
($status, $out) = run(60, 'bash', '-c', "set -o pipefail; $line | head -n 1");
is($status, 5, 'a closed pipe does not stop the program');
is($out, "line 0\n", 'its first line came through');
done_testing;
