#!/usr/bin/perl
# The command line: bad input gets one line on stderr that names it, and the documented exit status; what users and
# scripts type works on regions of known content. No guest is started here.

use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use File::Path 'make_path';
use List::Util 'sum0';
use POSIX ();
use Test::More;
use Gnomon;
use Cpanel::JSON::XS;

my $make = build('test/viz/test/make_region');
need(-x $make, "$make is not built (make tests-built)");
make_path(scratch($_)) for qw(ended open wrapped panicked shared traced work);
for my $kind (qw(ended open wrapped panicked shared traced)) {
    my ($status) = run(20, $make, $kind, scratch("$kind/region"));
    is($status, 0, "a region: $kind");
}

# ---- Bad input

sub refuses {
    my ($expected, $pattern, $name, @arguments) = @_;
    my ($status, $out, $err) = gnomon(60, @arguments);
    is($status, $expected, "$name: exit status $expected");
    like($err, qr/\Agnomon: [^\n]*$pattern[^\n]*\n\z/, "$name: one line that names it");
    is($out, '', "$name: nothing on stdout");
}

my $work = scratch('work');
spill("$work/text.jar", "this is no jar\n");
spill("$work/Main.java", "public class Main { public static void main(String[] a) { System.out.println(1); } }\n");
run(60, 'javac', '-d', $work, "$work/Main.java");
spill("$work/manifest", "Main-Class: Main\n");
run(60, 'jar', 'cfm', "$work/good.jar", "$work/manifest", '-C', $work, 'Main.class');
spill("$work/manifest", "Main-Class: Gone\n");
run(60, 'jar', 'cfm', "$work/gone.jar", "$work/manifest", '-C', $work, 'Main.class');
run(60, 'jar', 'cf', "$work/plain.jar", '-C', $work, 'Main.class');
my $jar = slurp("$work/good.jar");
spill("$work/short.jar", substr $jar, 0, length($jar) - 40);
spill("$work/tiny.jar", substr $jar, 0, 10);
mkdir "$work/odd";
spill("$work/odd/Odd.class", "not a class file");

refuses(2, 'expected a command: run, report, slow, heap, events, replay, query, export, diff, info, check, ctl, top, shell, iso, import, cache or help ', 'no command');
refuses(2, 'frobnicate', 'unknown command', 'frobnicate');
refuses(2, '--bogus', 'unknown option', 'run', '--bogus', "$work/good.jar");
refuses(2, 'did you mean --time\\?', 'an option that is nearly right', 'run', '--tiem', 'x', "$work/good.jar");
refuses(2, 'did you mean report\\?', 'a command that is nearly right', 'reprot', $work);
refuses(2, "unknown option '--zzzzzzzz' \\(see", 'nothing is suggested for what is near to nothing', 'run', '--zzzzzzzz', "$work/good.jar");
refuses(2, "--from: expected a time like 20ms", 'a time that is none', 'report', scratch('ended'), '--from', '3 weeks');
refuses(2, '--until: expected a time after --from', 'a range that is empty', $_, scratch('ended'), '--from', '2ms', '--until', '1ms', $_ eq 'export' ? ('--to', 'csv') : ()) for qw(report export);
refuses(1, 'expected --thread with the number of one of \\d+ threads \\(the last is \\d+\\), found 99', 'a thread that is not there', 'report', scratch('ended'), '--thread', '99');
refuses(2, 'expected a value', 'option without its value', 'run', "$work/good.jar", '-o');
refuses(2, 'found 0 names', 'no jar', 'run');
refuses(2, 'found 2 names', 'two jars', 'run', "$work/good.jar", "$work/good.jar");
refuses(2, 'qemu\|linux', 'unknown machine', 'run', '--machine', 'vax', "$work/good.jar");
refuses(2, 'found linux', 'deterministic, on linux', 'run', '--deterministic', '--machine', 'linux', "$work/good.jar");
refuses(2, "'ten'", 'not a number', 'run', '--timeout', 'ten', "$work/good.jar");
refuses(2, "'99999999'", 'a number out of range', 'run', '--sample', '99999999', "$work/good.jar");
refuses(2, 'power of two', 'log size', 'run', '--log-size', '3', "$work/good.jar");
refuses(2, 'at least 8 for 9 processors', 'log size for the processors', 'run', '--log-size', '4', '--cpus', '9', "$work/good.jar");
refuses(2, 'nonsense', 'unknown event', 'run', '--events', 'thread_switch,nonsense', "$work/good.jar");
refuses(1, 'absent\.jar', 'no such jar', 'run', "$work/absent.jar");
refuses(1, 'not a jar', 'not a jar', 'run', "$work/text.jar");
refuses(1, 'truncated jar', 'a truncated jar', 'run', "$work/short.jar");
refuses(1, 'jar', 'ten bytes of a jar', 'run', "$work/tiny.jar");
refuses(1, 'Main-Class', 'a jar without Main-Class', 'run', "$work/plain.jar");
refuses(1, 'Gone', 'a jar without its main class', 'run', "$work/gone.jar");
symlink '.', "$work/again";
spill("$work/manifest", "Main-Class: Gone\nClass-Path: again/loop.jar\n");
run(60, 'jar', 'cfm', "$work/loop.jar", "$work/manifest");
refuses(1, 'Gone', 'a class path that a link leads back to its own jar', 'run', "$work/loop.jar");
refuses(1, 'Absent', 'no such main class', 'run', '-cp', $work, 'Absent');
refuses(1, 'Odd\.class', 'a main class that is no class file', 'run', '-cp', "$work/odd", 'Odd');
refuses(1, 'Main\.run', 'a pattern that matches nothing', 'run', '--time', 'Main.run', "$work/good.jar");
refuses(1, 'java\.util\.Nothing', 'a pattern that matches nothing in the JDK', 'run', '--time', 'Main.main', '--trace', 'java.util.Nothing.*', "$work/good.jar");
{
    local $ENV{JAVA_HOME} = $work;
    refuses(1, 'JAVA_HOME', 'JAVA_HOME that is none', 'run', "$work/good.jar");
    spill("$work/release", "JAVA_VERSION=\"21.0.1\"\n");
    refuses(1, 'expected JDK 17, found 21\.0\.1', 'another JDK', 'run', "$work/good.jar");
}
refuses(1, 'nowhere', "no such recording: $_", $_, "$work/nowhere") for qw(report events replay top shell);
refuses(2, 'expected one directory of a run, found 2 names', "$_ of two", $_, scratch('ended'), scratch('open')) for qw(events replay top shell);
refuses(2, '--interval: expected at least 50ms', 'top without a pause', 'top', '--interval', '1ms', scratch('ended'));
refuses(1, 'expected traced methods, found none', 'replay of what was not traced', 'replay', scratch('ended'));
refuses(2, 'did you mean thread_switch\\?', 'events: one that is nearly right', 'events', '--events', 'thread_swich', scratch('ended'));
refuses(2, 'text\|json\|html', 'unknown format', 'report', scratch('ended'), '--format', 'xml');
refuses(2, '--to', 'export without a format', 'export', scratch('ended'));
refuses(2, 'x\.foo: expected an ending', 'export to an unknown ending', 'export', scratch('ended'), '-o', "$work/x.foo");
refuses(2, '--diagram: expected --to svg', 'a diagram that is no picture', 'export', scratch('ended'), '--to', 'dot', '--diagram', 'time');
refuses(2, '--top: .* found callgrind', 'export: --top where nothing is left out', 'export', scratch('ended'), '--to', 'callgrind', '--top', '3');
refuses(2, '--filter: .* found the time diagram', 'export: --filter where all must be there', 'export', scratch('ended'), '--to', 'svg', '--diagram', 'time', '--filter', '**');
refuses(2, "--filter: .* found ''", 'an empty filter', $_, scratch('ended'), '--filter', '', $_ eq 'export' ? ('--to', 'csv') : ()) for qw(report export);
refuses(1, 'that match --filter no\.such\.\*\*, found none of 5', 'a filter that matches nothing', $_, scratch('ended'), '--filter', 'no.such.**', $_ eq 'export' ? ('--to', 'csv') : ()) for qw(report export);
refuses(2, 'frobnicate', 'help for an unknown command', 'help', 'frobnicate');
refuses(2, "names of events or groups, found 'threads'", 'no such event', 'run', '--events', 'thread,threads', "$work/good.jar");
refuses(2, '--time: expected at most 64 patterns, found 65', 'more patterns than the kernel keeps', 'run', (map { ('--time', "C$_.*") } 1 .. 65), "$work/good.jar");
refuses(2, '--dump-after: expected --dump', 'passes of no method', 'run', '--dump-after', 'N', "$work/good.jar");
refuses(2, "--dump-after: expected letters of \\S+, found 'Nx'", 'a pass that is none', 'run', '--dump', 'Main.main', '--dump-after', 'Nx', "$work/good.jar");
refuses(1, "--dump: pattern 'Main.mian' .*did you mean Main\\.main\\?", 'a method that is nearly right', 'run', '--dump', 'Main.mian', "$work/good.jar");
refuses(1, 'did you mean java\\.util\\.HashMap\\.\\*\\?', 'a class without its package', 'run', '--time', 'HashMap.*', "$work/good.jar");
refuses(1, 'did you mean example\\.Abc\\.rec\\?', 'a filter that is nearly right', 'report', scratch('ended'), '--filter', 'example.Abc.recc');
refuses(2, 'did you mean thread_switch\\?', 'an event that is nearly right', 'run', '--events', 'thread_swich', "$work/good.jar");
refuses(2, '--gdb: expected a number from 1 to 65535', 'a port that is none', 'run', '--gdb=0', "$work/good.jar");
refuses(2, '--gdb: expected --machine qemu', 'gdb on linux', 'run', '--gdb', '--machine', 'linux', "$work/good.jar");

my $region = slurp(scratch('ended/region'));
sub region_with { my ($at, $bytes) = @_; my $copy = $region; substr($copy, $at, length $bytes) = $bytes; spill("$work/region", $copy); return "$work/region" }
spill("$work/cut", substr $region, 0, 700_000);
refuses(1, 'truncated: expected 1048576 bytes, found 700000', 'a truncated region', 'report', "$work/cut");
my $version = unpack 'V', substr($region, 8, 4);
refuses(1, "version $version, found @{[$version + 1]}", 'a region of another version', 'report', region_with(8, pack 'V', $version + 1));
refuses(1, 'table of events', "a region of another build's events", 'report', region_with(16, 'x' x 8));
refuses(1, 'magic', 'something else', 'report', region_with(0, 'GARBAGE!'));

# ---- Good input

my ($status, $out, $err) = gnomon(60, 'report', scratch('ended'));
is($status, 0, 'report');
like($out, qr/^ +500 +5000\.000 .*example\.Abc\.c\(int, long\[\], Map\)$/m, 'a line a method');
like($out, qr/^lost +nothing$/m, 'losses are in the head');

like($out, qr/^samples +200: \d+ translated/m, 'and in what state samples found the machine');
like($out, qr/^ +\d+\.\d+ .* main/m, 'a line a thread');
is((gnomon(60, 'help', $_))[1], (gnomon(60, $_, '--help'))[1], "help $_") for qw(run report export query info check events replay top shell);
is(join(' ', (gnomon(60, 'help', 'run'))[1] =~ /\b(thread_switch|exception_throw|page_fault)\b/g), 'thread_switch exception_throw page_fault', 'help run names the events');
is(join(' ', map { length > 120 ? $_ : () } split /\n/, (gnomon(60, 'help', 'run'))[1] =~ s/.*^A PATTERN/A PATTERN/msr), '', 'its notes have no line that is too long');

my $report = report(scratch('ended'));
my %method = map { ("$_->{class}.$_->{method}" => $_) } @{ $report->{methods} };
is($method{'example.Abc.b'}{elapsed_incl_ns}, 8_000_000, 'json: inclusive');
is($method{'example.Abc.b'}{elapsed_excl_ns}, 4_000_000, 'json: exclusive');
is($method{'example.Abc.b'}{descriptor}, '()V', 'json: descriptor');
# The same filters in report and export: events and samples of both halves are all of them
sub halves {
    my ($what, @read) = @_;
    my @counts = map { $what->(@read, @$_) } [], ['--until', '7ms'], ['--from', '7ms'];
    is($counts[1] + $counts[2], $counts[0], "@read: what is before and after a time is all: @counts");
    cmp_ok($counts[1] * $counts[2], '>', 0, "@read: and in both is something");
}
sub events_reported { my $events = 0; $events += $_->{count} for @{ decode_json((gnomon(60, @_, '--format', 'json'))[1])->{events} }; return $events }
sub samples_folded { my ($code, $text) = gnomon(60, @_); my $samples = 0; $samples += $1 while $text =~ / (\d+)$/mg; return $samples }
halves(\&events_reported, 'report', scratch('ended'));
halves(\&samples_folded, 'export', scratch('ended'), '--to', 'folded');
like((gnomon(60, 'report', scratch('ended'), '--thread', '1', '--from', '1ms', '--to', '2ms'))[1], qr/^filter +thread 1 \(main\), from 1\.000000 ms until 2\.000000 ms; timed methods .* left out; the ledger/m, 'a report says what it leaves out');
like((gnomon(60, 'report', scratch('ended')))[1] =~ s/\nWhere.*//sr, qr/\A(?!.*^filter)/ms, 'and only then');
my $by_thread = decode_json((gnomon(60, 'report', scratch('ended'), '--thread', '1', '--format', 'json'))[1]);
is_deeply([map { $_->{number} } @{$by_thread->{threads}}], [1], '--thread');
my ($ledger, $edges) = (0, 0);
$ledger += $_->{ns} for @{ $report->{ledger} };
is($ledger, $report->{elapsed_ns}, 'json: the ledger adds up to the elapsed time');
$edges += $_->{elapsed_incl_ns} for grep { $_->{callee} =~ /Abc\.c\(/ } @{ $report->{edges} };
is($edges, $method{'example.Abc.c'}{elapsed_incl_ns}, "json: the callers' rows add up to the method's figures");
($status, $out) = gnomon(60, 'report', scratch('ended'), '--filter', '**.b', '--format', 'json');
is_deeply([map { $_->{method} } @{ decode_json($out)->{methods} }], ['b'], '--filter');
($status, $out) = gnomon(60, 'report', scratch('ended'), '--sort', 'self', '--top', '1', '--format', 'json');
is_deeply([map { $_->{method} } @{ decode_json($out)->{methods} }], ['c'], '--sort and --top');
($status, $out) = gnomon(60, 'report', scratch('ended'), '--package', 'example', '--top', '2');
is(join(' ', $out =~ /^Top 2 by ([^\n]+)$/mg), 'count elapsed, inclusive elapsed, exclusive CPU, inclusive CPU, exclusive', '--package: a table for each of the five figures');
is(join(' ', $out =~ /% +example\.Abc\.(\w+)\(/g), 'c b main a c a main a c a', '--package: the first of each');
like($out, qr/^ +5000\.000 ±1\.000 +35\.71 % +example\.Abc\.c\(/m, '--package: figure, error and share of the package');
like($out, qr/^Package example: 811 calls of 5 timed methods\n.*elapsed 14000\.000 ±4\.052 us, CPU 12600\.000 .*35\.00 % of the run/m, '--package: its sums');
unlike($out, qr/^ +Count/m, '--package: no other tables');
my $package = decode_json((gnomon(60, 'report', scratch('ended'), '--package', 'example', '--format', 'json'))[1])->{package};
is_deeply([map { join ' ', map { $_->{method} } @{$package->{top}{$_}} } qw(count cpu_incl_ns cpu_excl_ns)], ['c b a rec main', 'main a b c rec', 'c a b main rec'], '--package: json');
is_deeply([@$package{qw(name methods count elapsed_excl_ns cpu_excl_ns)}], ['example', 5, 811, 14_000_000, 12_600_000], '--package: its sums in json');
# What the host took may be in the CPU time, so its error is larger than that of elapsed time: a package says the same
# of it as its methods.
{
    my $content = region(scratch('ended'));
    my ($ledger) = grep { $_->{id} == 9 } sections($content);
    my ($idle, $host) = map { $ledger->{data} + 32 + 8 * $_ } 10, 12;
    substr($content, $idle, 8) = pack 'q<', unpack('q<', substr $content, $idle, 8) - 5_000_000;
    substr($content, $host, 8) = pack 'q<', 5_000_000;
    make_path(scratch('hosted'));
    spill(scratch('hosted/region'), $content);
    my $whole = report(scratch('hosted'));
    my %own = map { ($_->{method} => $_) } @{$whole->{methods}};
    my $part = decode_json((gnomon(60, 'report', scratch('hosted'), '--package', 'example', '--format', 'json'))[1])->{package};
    my @names = qw(err_excl_ns elapsed_err_excl_ns);
    is_deeply([map { my $name = $_; sum0(map { $own{$_}{$name} } keys %own) <= $part->{$name} + 5 && $part->{$name} <= sum0(map { $own{$_}{$name} } keys %own) } @names], [1, 1], '--package: its errors are the sums of its methods\'');
    cmp_ok($part->{err_excl_ns}, '>', 2 * $part->{elapsed_err_excl_ns}, '--package: of CPU time with what the host had');
    my ($text) = (gnomon(60, 'report', scratch('hosted'), '--package', 'example', '--top', '1'))[1] =~ s/\nTwo witnesses.*//sr;
    is(join(' ', $text =~ /^ +\d+\.\d{3} ±([\d.]+) /mg), join(' ', map { sprintf '%.3f', $own{$_->[0]}{$_->[1]} / 1e3 } ['main', 'elapsed_err_ns'], ['c', 'elapsed_err_excl_ns'], ['main', 'err_ns'], ['c', 'err_excl_ns']),
        '--package: each figure has its own error');
    # The same figures and errors wherever they are shown
    my ($table) = (gnomon(60, 'report', scratch('hosted')))[1];
    my @keys = qw(elapsed_incl_ns elapsed_err_ns elapsed_excl_ns elapsed_err_excl_ns cpu_incl_ns err_ns cpu_excl_ns err_excl_ns);
    my %text = map { my ($figures, $name) = /^ +\d+ +(.* ±[\d.]+)\s.*example\.Abc\.(\w+)\(/; $name ? ($name => join ' ', $figures =~ /([\d.]+)/g) : () } (split /\n/, $table =~ s/\nTwo witnesses.*//sr);
    is_deeply(\%text, {map { my $name = $_; ($name => join ' ', map { sprintf '%.3f', $own{$name}{$_} / 1e3 } @keys) } keys %own}, 'text has the figures and errors of JSON');
    is((gnomon(60, 'export', scratch('hosted'), '-o', scratch('hosted.sqlite')))[0], 0, 'and a database');
    my $rows = decode_json((gnomon(60, 'query', '--format', 'json', scratch('hosted.sqlite'), 'SELECT * FROM methods WHERE count'))[1]);
    my @columns = qw(elapsed_ns error_ns self_ns self_error_ns cpu_ns cpu_error_ns cpu_self_ns cpu_self_error_ns);
    is_deeply({map { ($_->{name} => join ' ', @$_{@columns}) } @$rows}, {map { ($_ => join ' ', @{$own{$_}}{@keys}) } keys %own}, 'as has the database');
    is_deeply([map { $_->{timed_err_ns} - $own{$_->{method}}{err_excl_ns} } @{$whole->{witnesses}{shown}}], [0, 0, 0, 0, 0], 'what timing says of CPU time has that error beside the samples');
}
refuses(1, "package 'exam', found none", 'a package without timed methods', 'report', scratch('ended'), '--package', 'exam');
# In that region every sample stands for a millisecond, which is more than its methods took.
like((gnomon(60, 'report', scratch('ended')))[1], qr/^Two witnesses: .* for 0 of 3 methods; 2 more took too little time to tell; where they disagree.*^ +4500\.000 ±1\.000 +67000\.000 ±24556\.058 +67  \S+\.c\(.*DISAGREES\n.*^ +360\.000 ±0\.305 +0\.000 ±3000\.000 +0  \S+main\(\S+$/ms,
    'timing and sampling are compared');
my $witnesses = $report->{witnesses};
is_deeply([@$witnesses{qw(methods agreeing tested samples_outside samples_unknown)}], [5, 2, 3, 0, 0], 'json: timing and sampling');
is_deeply([map { [@$_{qw(method timed_ns samples sampled_ns)}, $_->{agree} ? 1 : 0] } @{$witnesses->{shown}}],
    [['c', 4_500_000, 67, 67_000_000, 0], ['a', 4_050_000, 67, 67_000_000, 0], ['b', 3_600_000, 66, 66_000_000, 0], ['main', 360_000, 0, 0, 1], ['rec', 90_000, 0, 0, 1]],
    'json: what each says');
like((gnomon(60, @$_, scratch('ended')))[1], qr/there is no meta\.json that names it/, "@$_: a recording without its meta.json says so") for ['report'], ['info'], ['report', '--format', 'html'], ['diff', scratch('ended')];
ok(exists $report->{run}{meta} && !$report->{run}{meta}, 'and in json');
like((gnomon(60, 'report', scratch('open')))[1], qr/NOT ENDED.*^open +2 activations/ms, 'an open recording says so');
like((gnomon(60, 'report', scratch('panicked')))[1], qr/^crash +page fault at 0x8$/m, 'a crash is told');
is((gnomon(60, 'check', scratch($_)))[0], 0, "check: $_") for qw(ended open wrapped panicked);
like((gnomon(60, 'report', '--', scratch('ended')))[1], qr/^clock /m, 'what follows -- is no option');
refuses(1, '--top', 'and is a name', 'report', '--', '--top');
is_deeply(decode_json((gnomon(60, 'query', '--format', 'json', scratch('ended'), 'SELECT 1e999 AS most, -1e999 AS least, 1.5 AS half, 7 AS seven'))[1]), [{most => undef, least => undef, half => 1.5, seven => 7}],
    'query: what is no number in JSON is null');
{
    local $ENV{TMPDIR} = '/proc/nowhere';
    refuses(1, '/proc/nowhere/gnomon-natives-\\S+: cannot create', 'temporary files go where TMPDIR says', 'run', '-q', '--list-natives', "$work/good.jar");
    refuses(1, '/proc/nowhere/gnomon-keep-\\S+: cannot create', 'as do those of --keep', 'run', '-q', '--keep', '-o', scratch('keep'), "$work/good.jar");
}
# Names are cut between characters
{
    my $content = region(scratch('ended'));
    my $wide = 'a' . "\xc3\xa4\xc3\xb6\xc3\xbc" x 2 . 'bcdefg';
    is($content =~ s{\x08\0\0\0example/AbcAbc\.java}{\0\0\0\0$wide}, 1, 'a class whose name is not ASCII, of no source file');
    make_path(scratch('wide'));
    spill(scratch('wide/region'), $content);
    (undef, $out) = gnomon(60, 'export', scratch('wide'), '--to', 'svg', '--diagram', 'time');
    like($out, qr/>a\xc3[^<]*\xe2\x80\xa6</, 'is cut in the time diagram');
    unlike($out, qr/\xef\xbf\xbd/, 'and has no half characters');
}
# The shell's verbs look at what the shell looks at
{
    my @part = ('--filter', '**.b', '--thread', 1, '--from', '1ms', '--until', '2500us');
    spill(scratch('script'), "events\nreport --format json\n");
    ($status, $out) = run(60, 'sh', '-c', 'script=$1; shift; exec "$0" shell "$@" <"$script"', build('gnomon'), scratch('script'), scratch('ended'), @part);
    is($out, join('', map { (gnomon(60, @$_, scratch('ended'), @part))[1] } ['events'], ['report', '--format', 'json']), 'shell: events and report of a part');
    spill(scratch('script'), "events --from 2ms\n");
    ($status, $out) = run(60, 'sh', '-c', 'script=$1; shift; exec "$0" shell "$@" <"$script"', build('gnomon'), scratch('script'), scratch('ended'), @part);
    is($out, (gnomon(60, 'events', scratch('ended'), @part, '--from', '2ms'))[1], 'unless the line says otherwise');
}
# top waits for a run that has not begun, and begins anew with another one
{
    my $open = region(scratch('open'));
    my ($threads) = grep { $_->{id} == 7 } sections($open);
    my $first = $open;
    substr($first, $threads->{data} + 344 * 1 + 248, 8) = pack 'Q<', 1 << 30;
    substr($open, 56, 8) = pack 'Q<', 1 + unpack 'Q<', substr $open, 56, 8;
    substr($open, 72, 8) = pack 'Q<', 1_000_000 + unpack 'Q<', substr $open, 72, 8;
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        make_path(scratch('late'));
        select undef, undef, undef, 0.5;
        spill(scratch('late/region'), '');
        for my $content ($first, $open) {
            select undef, undef, undef, $content eq $open ? 2 : 0.5;
            spill(scratch('late/next'), $content);
            rename scratch('late/next'), scratch('late/region');
        }
        POSIX::_exit(0);
    }
    ($status, $out, $err) = gnomon(60, 'top', '--count', 2, '--interval', '4s', scratch('late'));
    waitpid $child, 0;
    is("$status$err", '0', 'top, before the run has begun');
    is(join(', ', $out =~ /^allocated +(\S.*)$/mg), '1024.000 MiB, 0.000 MiB', 'and when another one is there');
}
# Whatever is wrong with a figure of a row
{
    my $content = region(scratch('ended'));
    my ($timing) = grep { $_->{id} == 4 } sections($content);
    make_path(scratch('damaged'));
    my @missed;
    my @other = (
        [0, 'L<', 1 << 22, qr/^fault: .+: called by method 0x\w+, which has no name$/m],
        [64, 'Q<', 1 << 40, qr/^fault: .+: the shortest and the longest of \d+ calls \(\d+ and \d+ ticks\) do not fit to all \(\d+ ticks\)$/m],
        [72, 'Q<', 1 << 40, qr/^fault: .+: the shortest and the longest of/m],
        [80, 'L<', 1 << 20, qr/^fault: .+: called by thread \d+, which is not known$/m],
    );
    for (@other) {
        my ($at, $code, $bit, $fault) = @$_;
        my $damaged = $content;
        my $place = $timing->{data} + $timing->{entry} + $at;
        my $bytes = length pack $code, 0;
        substr($damaged, $place, $bytes) = pack $code, $bit ^ unpack $code, substr $damaged, $place, $bytes;
        spill(scratch('damaged/region'), $damaged);
        ($status, $out) = gnomon(60, 'check', scratch('damaged'));
        push @missed, "at $at: $status" if $status != 1 || $out !~ $fault;
    }
    for my $row (1, 2) {
        for my $word (1 .. 6, 11, 12) {
            my $damaged = $content;
            substr($damaged, $timing->{data} + $timing->{entry} * $row + 8 * $word + 7, 1) ^= "\x40";
            spill(scratch('damaged/region'), $damaged);
            ($status, $out) = gnomon(60, 'check', scratch('damaged'));
            push @missed, "word $word of row $row: $status" if $status != 1 || $out !~ /^fault: 1 entries of its tables have impossible figures$/m;
        }
    }
    is(join(', ', @missed), '', 'check: a damaged row of timing is found');
}
for my $command ('report', 'info', 'check') {
    ($status, undef, $err) = run(60, 'sh', '-c', "exec '" . build('gnomon') . "' $command '" . scratch('ended') . "' >/dev/full");
    is("$status $err", "1 gnomon: stdout: cannot write: No space left on device\n", "$command: what cannot be written is told");
}
# A reader that has seen enough is no failure; by now it is gone
for my $command (['events'], ['events', '--stat'], ['replay'], ['query', 'SELECT * FROM threads'], ['export', '--to', 'csv'], ['report']) {
    my ($verb, @rest) = @$command;
    my $line = join ' ', map { "'$_'" } build('gnomon'), $verb, scratch($verb eq 'replay' ? 'traced' : 'ended'), @rest;
    ($status, $out, $err) = run(60, 'bash', '-c', "{ sleep 0.3; $line; echo \$? >'" . scratch('pipe.status') . "'; } | true");
    is(slurp(scratch('pipe.status')) . $err, "0\n", "@$command into a closed pipe");
}
spill("$work/zero", "\0" x (1 << 20));
like((gnomon(60, 'report', "$work/zero"))[1], qr/nothing was recorded/, 'a guest that never began to record');

# ---- Exports, judged by the programs that read them


sub events_read {
    my ($kind, $place) = (@_, "$_[0].ctf");
    gnomon(60, 'export', scratch($kind), '--to', 'ctf', '-o', scratch($place));
    my ($code, $text, $words) = run(60, 'babeltrace2', scratch($place));
    is($code, 0, "babeltrace2 reads $kind");
    my $lost = 0;
    $lost += $1 while $words =~ /discarded (\d+) events?/g;
    return (($text =~ tr/\n//), $lost);
}

SKIP: {
    skip 'babeltrace2 is not installed', 5 unless has_tool('babeltrace2');
    is_deeply([events_read('ended')], [1250, 0], 'all records, none lost');
    my ($read, $lost) = events_read('wrapped');
    is($read + $lost, 1250, 'read and discarded are all that was recorded');
    cmp_ok($lost, '>', 0, 'something was overwritten');

    # A trace where another one is replaces all of it, and leaves what is not its own
    gnomon(60, 'export', scratch('shared'), '--to', 'ctf', '-o', scratch('ended.ctf'));
    ok(-e scratch('ended.ctf/cpu2'), 'a trace of three processors');
    spill(scratch('ended.ctf/.notes'), 'mine');
    is_deeply([events_read('wrapped', 'ended.ctf')], [$read, $lost], 'a trace of one processor in its place has its own records only');
    is(join(' ', map { s{.*/}{}r } glob scratch('ended.ctf/{.n,}*')), '.notes cpu0 metadata', 'and its own files, beside what was no file of a trace');
}
{
    make_path(scratch('traced.uftrace'));
    spill(scratch("traced.uftrace/$_"), '') for '999.dat', 'perf-cpu7.dat', 'data.dat';
    is((gnomon(60, 'export', scratch('traced'), '--to', 'uftrace', '-o', scratch('traced.uftrace')))[0], 0, 'uftrace, where another trace is');
    is_deeply([map { -e scratch("traced.uftrace/$_") ? 1 : 0 } '999.dat', 'perf-cpu7.dat', 'data.dat', 'task.txt'], [0, 0, 1, 1], 'replaces it');
}
SKIP: {
    skip 'callgrind_annotate is not installed', 3 unless has_tool('callgrind_annotate');
    gnomon(60, 'export', scratch('ended'), '-o', scratch('callgrind.out.1'));
    my ($code, $text, $words) = run(60, 'callgrind_annotate', scratch('callgrind.out.1'));
    is($code, 0, 'callgrind_annotate');
    is($words, '', 'has nothing to say');
    my @order = $text =~ /Abc\.java:example\.Abc\.(\w+)/g;
    is_deeply([@order[0 .. 3]], [qw(c a b main)], 'and lists the methods by self time');
}
SKIP: {
    skip 'dot is not installed', 3 unless has_tool('dot');
    gnomon(60, 'export', scratch('ended'), '-o', scratch('calls.dot'));
    is((run(60, 'dot', '-Tsvg', '-o', scratch('calls.svg'), scratch('calls.dot')))[0], 0, 'dot reads the call graph');
    like(slurp(scratch('calls.svg')), qr/400×/, 'with the number of calls');
    is((gnomon(60, 'export', scratch('ended'), '-o', scratch('graph.svg')))[0], 0, 'the call graph as a picture');
}
($status, $out) = gnomon(60, 'export', scratch('ended'), '--to', 'folded');
my $samples = 0;
$samples += $1 while $out =~ / (\d+)$/mg;
is($samples, 200_000_000, 'folded stacks add up to the time of the samples');
like($out, qr/^main;example\.Abc\.a\(\);example\.Abc\.b\(\);example\.Abc\.c\(int, long\[\], Map\) 67000000$/m, 'outermost first');
($status, $out) = gnomon(60, 'export', scratch('ended'), '--to', 'csv');
like($out, qr/^"example\.Abc","a","\(\)V",100,13500000,4500000,/m, 'csv');
($status, $out) = gnomon(60, 'export', scratch('ended'), '--to', 'svg', '--diagram', 'time');
like($out, qr/\A<svg .*example\.Abc\.main.*<\/svg>\n\z/s, 'the time diagram');

done_testing;
