package Gnomon;

# What the whole-system tests share: building and running programs, and reading a recording's region and the TCG
# plugin's counts by themselves, so that the tool's reader is not its own witness. Layouts are those of log/region.h.

use strict;
use warnings;
use Exporter 'import';
use File::Copy 'copy';
use File::Path 'make_path';
use File::Spec;
use File::Temp 'tempdir';
use FindBin;
use Cpanel::JSON::XS;
use Permutations;
use POSIX ();
use Test::More ();

our @EXPORT = qw(need cannot seed share is_due machines in_full has_tool build scratch compile sources_beside run keep_busy gnomon java runs_alike own_cache report account slurp spill plugin_path region sections names entities code_ranges events counts_until counts exclusive_of);

my $top = File::Spec->rel2abs(File::Spec->catdir((File::Spec->splitpath(__FILE__))[1], '..', '..'));
my $build = $ENV{BUILD} ? File::Spec->rel2abs($ENV{BUILD}) : "$top/build";
my $scratch;

# In the build directory. The tool may be that of a permutation.
sub build {
    my ($path) = @_;
    return !defined $path ? $build : $path =~ /^gnomon(-verify)?$/ ? "$build/" . Permutations::tool_folder() . $path : "$build/$path";
}

# What a test cannot do without: if it is missing, the whole file is skipped, or fails if CI is set.
sub need {
    my ($there, $words) = @_;
    return if $there;
    die "$words, and CI is set\n" if $ENV{CI};
    Test::More::plan(skip_all => $words);
}

# Permutations (tests/lib/Permutations.pm) in which the file's tests do not hold, each with its reason: there the whole
# file is skipped.
sub cannot {
    my (%reason) = @_;
    for my $name (grep { $reason{$_} } Permutations::active()) {
        Test::More::plan(skip_all => "WITH=$name: $reason{$name}");
    }
}

# A number that is new in each run, for tests that choose at random; the line that a failed file's command is printed in
# has it as TEST_SEED.
sub seed { return $ENV{TEST_SEED} // time }

sub in_full { return Permutations::is_active('full') }

# One of every `part` cases of a long sweep, from one on that the seed chooses; all of them with WITH=full.
sub share {
    my ($part, @cases) = @_;
    return @cases if in_full();
    my @chosen = @cases[grep { $_ % $part == seed() % $part } 0 .. $#cases];
    Test::More::note('line ' . (caller)[2] . ': ' . @chosen . ' of ' . @cases . ' cases (WITH=full: all)');
    return @chosen;
}

# Whether a part of a file is due, which is so in one of `part` runs: the seed chooses (WITH=full: in each).
sub is_due {
    my ($part, $words) = @_;
    return 1 if in_full() || (int(seed() / 64) + unpack '%32C*', "$FindBin::Script $words") % $part == 0;
    Test::More::note("$words: in one of $part runs (WITH=full: in each), and not in this one");
    return 0;
}

# The machines on which a file's programs run: those of MACHINES, or both. With `part`, they test what is the same on
# both, and run in QEMU, where they take ten times as long, in one of so many runs of the file.
sub machines {
    my ($part) = @_;
    return split /[ ,]+/, $ENV{MACHINES} if $ENV{MACHINES};
    return ('linux', !$part || is_due($part, 'in QEMU') ? 'qemu' : ());
}

# Whether a program is installed; if CI is set, a missing one is a failure.
sub has_tool {
    my ($program) = @_;
    return 1 if grep { -x "$_/$program" } split /:/, $ENV{PATH};
    Test::More::fail("$program is installed, as CI is set") if $ENV{CI};
    return 0;
}

# A directory that is removed after the test; KEEP=1 leaves it and says where it is.
sub scratch {
    if (!$scratch) {
        $scratch = tempdir('gnomon-test-XXXXXX', TMPDIR => 1, CLEANUP => !$ENV{KEEP});
        print STDERR "# scratch: $scratch\n" if $ENV{KEEP};
    }
    return @_ ? "$scratch/$_[0]" : $scratch;
}

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    my $content = <$file>;
    return $content // '';
}

sub spill {
    my ($path, $content) = @_;
    open my $file, '>:raw', $path or die "$path: $!\n";
    print $file $content;
    close $file or die "$path: $!\n";
}

# Runs a command with a limit in seconds; returns (exit status, stdout, stderr). A signal's number is negative.
sub run {
    my ($limit, @command) = @_;
    my ($out, $err) = (scratch("out.$$"), scratch("err.$$"));
    my $child = fork // die "fork: $!\n";
    if (!$child) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', $out or die;
        open STDERR, '>', $err or die;
        exec 'timeout', '-k', '5', $limit, @command or exit 127;
    }
    waitpid $child, 0;
    my $status = $? & 127 ? -($? & 127) : $? >> 8;
    return ($status, slurp($out), slurp($err));
}

# Processes that take all they can of the host's processors, until they are killed or we are gone.
sub keep_busy {
    my ($count) = @_;
    my $parent = $$;
    return map {
        my $child = fork // die "fork: $!\n";
        if (!$child) {
            while (getppid == $parent) { 1 for 1 .. 100_000 }
            POSIX::_exit(0);
        }
        $child;
    } 1 .. $count;
}

# Compiles Java sources (paths from the top) into a directory of the scratch area; returns it. What `make` has compiled
# is copied.
sub compile {
    my ($name, @sources) = @_;
    my $classes = scratch($name);
    make_path($classes);
    my @paths = map { m{^/} ? $_ : "$top/$_" } @sources;
    my @left = grep { !take_built($_, $classes) } @paths;
    return $classes if !@left;
    my ($status, $out, $err) = run(300, 'javac', '-J-XX:TieredStopAtLevel=1', '-XDstringConcat=inline', '-cp', build('gnomon.jar') . ":$classes", '-d', $classes, @left);
    die "javac @sources: $err$out" if $status;
    return $classes;
}

# Copies a source's classes if `make` has compiled it (mk/java.mk) since it was changed: those of the classes and
# interfaces that begin at the left margin, and what is nested in them.
sub take_built {
    my ($source, $to) = @_;
    my ($folder) = File::Spec->abs2rel($source, $top) =~ m{^((?:tests|examples)/.*|examples)/[^/]+$} or return 0;
    my $built = build($folder =~ /^examples/ ? $folder : "classes/$folder");
    my $done = build($folder =~ /^examples/ ? "$folder/done" : 'classes/done');
    return 0 if !-e $done || (stat $done)[9] < (stat $source)[9];
    my $text = slurp($source);
    my $package = $text =~ /^package ([\w.]+);/m ? $1 =~ tr{.}{/}r . '/' : '';
    my @names = $text =~ /^(?:(?:public|abstract|final|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|\@interface)\s+(\w+)/mg;
    my @files = map { ("$built/$package$_.class", glob "\Q$built/$package$_\E\\\$*.class") } @names;
    return 0 if !@names || grep { !-e } @files;
    make_path("$to/$package");
    copy($_, "$to/$package") or die "$_: $!\n" for @files;
    return 1;
}

# The sources of classes in packages below `other`, which programs of these topics of tests/java use.
sub sources_beside {
    return glob("$top/tests/java/other/*/*.java"), map { glob "$top/tests/java/$_/other/*.java $top/tests/java/$_/other/*/*.java" } @_;
}

# A run records only what its test asks for; tests/first.t is about what it records otherwise.
sub gnomon {
    my ($limit, $verb, @arguments) = @_;
    return run($limit, build('gnomon'), defined $verb ? $verb : (), @arguments) if ($verb // '') ne 'run';
    my @options = Permutations::run_options(@arguments);
    keep_first($limit, @options, @arguments) if Permutations::keeps_first(@arguments);
    my ($status, $out, $err) = run($limit, build('gnomon'), 'run', '--no-instruments', @options, @arguments);
    $err =~ s/^gnomon: --cpus: there are \d+ here, .*\n//m if @options;  # the test has not asked for so many
    return ($status, $out, $err);
}

# The run that leaves its translations for the next one, in a cache of the tests' own. Its output and recording are not
# looked at.
sub keep_first {
    my ($limit, @arguments) = @_;
    $ENV{XDG_CACHE_HOME} //= build('warm-cache');
    make_path($ENV{XDG_CACHE_HOME}, scratch('kept-first'));
    my ($end) = grep { $arguments[$_] eq '--' } 0 .. $#arguments;
    splice @arguments, $end // @arguments, 0, '-o', scratch('kept-first/data');
    run(2 * $limit, build('gnomon'), 'run', '--no-instruments', '--keep', @arguments);
}

# HotSpot starts in less time so, and the programs are short.
my @quick_java = qw(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC);

# What a program sees of its surroundings is what it would see in a guest: UTF-8 and UTC, whatever the user has.
sub java {
    my ($limit, $classpath, @arguments) = @_;
    local @ENV{qw(LC_ALL TZ)} = ('C.UTF-8', 'UTC');
    return run($limit, 'java', @quick_java, '-XX:+UnlockDiagnosticVMOptions', '-XX:-UseLibmIntrinsic', '-XX:-OmitStackTraceInFastThrow', '-cp', "$classpath:" . build('gnomon.jar'), @arguments);
}

# A program does the same in the guest as under `java`: [status, standard output, standard error] of both.
sub runs_alike {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my ($name, $expected, @arguments) = @_;
    my ($status, $out, $err) = gnomon(600, 'run', '-q', @arguments);
    Test::More::is($out, $expected->[1], "$name: standard output");
    Test::More::is($err, $expected->[2], "$name: standard error");
    Test::More::is($status, $expected->[0], "$name: status");
}

# From now on what is cached is the test's own: a copy of the image that runs use, with the translations that are kept
# of it, but none of programs. Returns where it was.
sub own_cache {
    my $probe = scratch('cached');
    my $classes = compile('cached-classes', 'tests/java/whole/B.java');
    my ($status, $out, $err) = gnomon(300, 'run', '-q', '--machine', 'linux', '-o', $probe, '-cp', $classes, 'B');
    die "hello: status $status: $err\n" if $status;
    my ($image) = slurp("$probe/meta.json") =~ /"jdk_image": "([^"]+)"/ or die "no image in meta.json\n";
    $ENV{XDG_CACHE_HOME} = scratch('cache');
    make_path(scratch('cache/gnomon'));
    system('cp', '-r', $image, scratch('cache/gnomon')) == 0 or die "cp: $?\n";
    unlink glob scratch('cache/gnomon/*/program-*');
    return $image;
}

sub report {
    my ($directory, @options) = @_;
    my ($status, $out, $err) = gnomon(60, 'report', $directory, '--format', 'json', @options);
    die "report $directory: status $status: $err\n" if $status;
    return decode_json($out);
}

# What one account of a report's ledger has, in ns or in another of its figures; of a domain's ledger as well.
sub account {
    my ($report, $name, $figure) = @_;
    my ($account) = grep { $_->{name} eq $name } @{$report->{ledger}};
    die "the ledger has no account $name\n" if !$account;
    return $account->{$figure // 'ns'};
}

# A directory to put first on PATH: its qemu-system-x86_64 is the real one with the counting plugin, which writes
# $counts.
sub plugin_path {
    my ($counts) = @_;
    my $directory = scratch('plugged');
    make_path($directory);
    my ($qemu) = grep { -x } map { "$_/qemu-system-x86_64" } split /:/, $ENV{PATH};
    spill("$directory/qemu-system-x86_64", "#!/bin/sh\nexec $qemu -plugin " . build('tests/count.so') . ",out=$counts \"\$\@\"\n");
    chmod 0755, "$directory/qemu-system-x86_64";
    return $directory;
}

# ---- The region

sub region { return slurp("$_[0]/region") }

# The directory: a list of {id, index, offset, bytes, used, data}.
sub sections {
    my ($region) = @_;
    my @sections;
    for my $number (0 .. 299) {
        my ($id, $version, $offset, $bytes, $entry, $used, $lost, $index, $reserved, $data) =
            unpack 'VVQ<Q<Q<Q<Q<VVQ<', substr($region, 256 + 64 * $number, 64);
        push @sections, {id => $id, index => $index, offset => $offset, bytes => $bytes, entry => $entry, used => $used, data => $offset + $data} if $id;
    }
    return @sections;
}

# Calls back with (type, start of the record, its length) for each name.
sub names {
    my ($region, $each) = @_;
    my ($section) = grep { $_->{id} == 2 } sections($region);
    my ($at, $end) = ($section->{data}, $section->{data} + $section->{used});
    while ($at < $end) {
        my ($type, $text_bytes, $bytes) = unpack 'vvV', substr($region, $at, 8);
        $each->($type, $at, $text_bytes);
        $at += $bytes;
    }
}

# Translated code by method: {"Class.method" => [[start, size, from, to]...]}, class in dots; the ticks between which it
# existed, the last being all ones while it still does.
sub code_ranges {
    my ($region) = @_;
    my (%class, %method, %ranges);
    names($region, sub {
        my ($type, $at, $text_bytes) = @_;
        if ($type == 1) {
            my ($id, $super, $domain, $source) = unpack 'VVVV', substr($region, $at + 16, 16);
            ($class{$id} = substr($region, $at + 32, $text_bytes - $source)) =~ tr{/}{.};
        } elsif ($type == 2) {
            my ($id, $class, $flags, $name_bytes) = unpack 'VVVv', substr($region, $at + 16, 14);
            $method{$id} = ($class{$class} // '?') . '.' . substr($region, $at + 32, $name_bytes);
        } elsif ($type == 6) {
            my ($from, $start, $size, $id, undef, $to) = unpack 'Q<VVVVQ<', substr($region, $at + 8, 32);
            push @{$ranges{$method{$id} // '?'}}, [$start, $size, $from, $to] if $id;
        }
    });
    return \%ranges;
}

# What numbers in records mean: {class => {id => name in dots}, method => {id => "Class.method"}, thread => {number =>
# its first name}, domain => {number => name}}.
sub entities {
    my ($region) = @_;
    my %entities = map { $_ => {} } qw(class method thread domain);
    names($region, sub {
        my ($type, $at, $text_bytes) = @_;
        my ($id, $class, undef, $length) = unpack 'VVVv', substr($region, $at + 16, 14);
        if ($type == 1) {
            my ($source) = unpack 'V', substr($region, $at + 28, 4);
            ($entities{class}{$id} = substr($region, $at + 32, $text_bytes - $source)) =~ tr{/}{.};
        } elsif ($type == 2) {
            $entities{method}{$id} = ($entities{class}{$class} // '?') . '.' . substr($region, $at + 32, $length);
        } elsif ($type == 3 || $type == 4) {
            $entities{$type == 3 ? 'thread' : 'domain'}{$id} //= substr($region, $at + 24, $text_bytes);
        }
    });
    return \%entities;
}

# The kernel's events by number: {name, fields => [[name, bytes, unit]...]}, and the lists of enumerated units, from
# log/events.h itself.
sub event_table {
    my $text = slurp("$top/log/events.h") =~ s/\\\n//gr;
    my (%table, %words);
    my ($events) = $text =~ /#define EVENT_TABLE\(EVENT\)(.*)/ or die "no EVENT_TABLE\n";
    while ($events =~ /EVENT\((\d+), (\w+), ((?:FIELD\([^)]*\)\s*)+)\)/g) {
        my ($number, $name, $fields) = ($1, $2, $3);
        my @fields = map { [$_->[1], $_->[0] / 8, $_->[2]] } map { [split /, /] } $fields =~ /FIELD\(u([^)]*)\)/g;
        $table{$number} = {name => $name, fields => \@fields};
    }
    while ($text =~ /#define (\w+)_TABLE\(NAME\)(.*)/g) {
        my ($unit, $list) = ($1, $2);
        $words{$unit} = {$list =~ /NAME\((\d+), (\w+)\)/g};
    }
    return (\%table, \%words);
}

sub decode_fields {
    my ($event, $words, $record) = @_;
    my %fields;
    my $at = 12;
    for my $field (@{$event->{fields}}) {
        my ($name, $bytes, $unit) = @$field;
        my $value = unpack $bytes == 8 ? 'Q<' : 'V', substr($record, $at, $bytes);
        $fields{$name} = $words->{$unit} ? $words->{$unit}{$value} // "? $value" : $value;
        $at += $bytes;
    }
    return %fields;
}

# Calls back with (ticks, id, thread, a, where it starts, its length) for each record of one stream's packets, in their
# order. Only the thread level's have the thread that ran.
sub stream_records {
    my ($region, $section, $switch, $each) = @_;
    my ($head, $oldest, $sequence, $cpu, $level, $packets) = unpack 'Q<Q<Q<VVQ<', substr($region, $section->{offset}, 40);
    my ($at, $thread) = ($oldest);
    while ($at < $head) {
        my $start = $section->{data} + $at % ($packets * 16384);
        my $content;
        (undef, undef, undef, $content, undef, undef, undef, undef, $thread) = unpack 'Q<Q<Q<VVQ<VVV', substr($region, $start, 52);
        my $end = $head - $at < 16384 ? $head - $at : $content;
        for (my $next = 64; $next < $end;) {
            my ($ticks, $id, $length_form, $a) = unpack 'Q<vvV', substr($region, $start + $next, 16);
            my $length = $length_form & ~15 or die "a record of no length at $at + $next\n";
            $each->($ticks, $id, $thread, $a, $start + $next, $length);
            $thread = $a if $level == 0 && $id == $switch;
            $next += $length;
        }
        $at += 16384;
    }
    return $level;
}

# The records of one stream. With $kept, a hash by number, these only.
sub stream_events {
    my ($region, $section, $table, $words, $kept) = @_;
    my ($switch) = grep { $table->{$_}{name} eq 'thread_switch' } keys %$table;
    my @events;
    my $level = stream_records($region, $section, $switch, sub {
        my ($ticks, $id, $thread, $a, $start, $length) = @_;
        return if $kept && !$kept->{$id};
        my %event = (ticks => $ticks, id => $id, thread => $thread, a => $a);
        if (my $known = $table->{$id}) {
            %event = (%event, event => $known->{name}, fields => {decode_fields($known, $words, substr($region, $start, $length))});
        }
        push @events, \%event;
    });
    @$_{qw(level stream)} = ($level, $section->{data}) for @events;
    return @events;
}

# All records of a region, or those of the kernel's events that are named: {ticks, id, level, thread, event, fields =>
# {name => value}, stream (its section)}; by time, those of one stream in their order.
sub events {
    my ($region, @names) = @_;
    my ($table, $words) = event_table();
    my %kept = map { my $number = $_; ($number => scalar grep { $table->{$number}{name} eq $_ } @names) } keys %$table;
    my @events = map { stream_events($region, $_, $table, $words, @names ? \%kept : undef) } grep { $_->{id} == 3 } sections($region);
    my @order = sort { $events[$a]{ticks} <=> $events[$b]{ticks} || $a <=> $b } 0 .. $#events;
    return @events[@order];
}

# How many records of a program's own numbers there are up to each of the given times, which ascend, and in all: {number
# => [count...]}.
sub counts_until {
    my ($region, @times) = @_;
    my ($at, %counts) = (0);
    for my $section (grep { $_->{id} == 3 } sections($region)) {
        $at = 0;
        stream_records($region, $section, -1, sub {
            my ($ticks, $id) = @_;
            $at++ while $at < @times && $ticks > $times[$at];
            $counts{$id}[$at]++;
        });
    }
    for my $list (values %counts) {
        $list->[$_] = ($_ ? $list->[$_ - 1] : 0) + ($list->[$_] // 0) for 0 .. @times;
    }
    return \%counts;
}

# ---- The plugin's counts

sub counts {
    my ($path) = @_;
    my %counts;
    open my $file, '<', $path or die "$path: $!\n";
    while (<$file>) {
        my ($address, $size, $count) = split ' ';
        $counts{hex $address} = $count;
    }
    return \%counts;
}

# Instructions executed in a method's own code.
sub exclusive_of {
    my ($counts, $ranges, $method) = @_;
    my $sum = 0;
    for my $range (@{$ranges->{$method} // []}) {
        $sum += $counts->{$_} // 0 for $range->[0] .. $range->[0] + $range->[1] - 1;
    }
    return $sum;
}

1;
