package Results;

# The harness of `make test` and `make quick` (prove --harness Results): keeps the result of each test file in a
# database of SQLite, $RESULTS, which tests/report reads, and prints for each file that failed the command that runs it
# again. sqlite3 is the command: perl needs no module for it.

use strict;
use warnings;
use parent 'TAP::Harness';
use Cwd ();
use Digest::MD5 'md5_hex';
use File::Path 'make_path';
use File::Basename 'dirname';

my $schema = <<'END';
create table if not exists runs(id integer primary key, began text, commit_id text, changes text, permutation text, kind text, jobs integer, seed text, seconds real, green integer);
create table if not exists files(run integer, file text, seconds real, tests integer, failed integer, skipped text, primary key(run, file));
END

sub database { return $ENV{RESULTS} // (($ENV{BUILD} // 'build') . '/results.sqlite') }

# Rows of a query, each a list; '' for NULL
sub query {
    my ($sql) = @_;
    make_path(dirname(database()));
    open my $sqlite, '-|', 'sqlite3', '-separator', "\x1f", '-cmd', '.timeout 10000', database(), $schema . $sql or die "sqlite3: $!\n";
    my @rows = map { chomp; [split /\x1f/, $_, -1] } <$sqlite>;
    close $sqlite or die database() . ": sqlite3 failed\n";
    return @rows;
}

sub quoted { my ($text) = @_; return defined $text ? "'" . ($text =~ s/'/''/gr) . "'" : 'null' }

# The tree: its commit, and a hash of what differs from it, '' if nothing does
sub tree {
    chomp(my $commit = `git rev-parse HEAD 2>/dev/null`);
    my $changes = `git diff HEAD 2>/dev/null; git ls-files --others --exclude-standard 2>/dev/null`;
    return ($commit, length $changes ? md5_hex($changes) : '');
}

sub runtests {
    my ($self, @tests) = @_;
    $ENV{TEST_SEED} //= time;
    $ENV{SWEEP_PART} //= 8 if !grep { $_ eq 'full' } split /,/, $ENV{WITH} // '';  # of the unit tests that go through java.base
    my ($commit, $changes) = tree();
    my $values = join ', ', map { quoted($_) } $commit, $changes, join(',', sort split /,/, $ENV{WITH} // ''), $ENV{KIND} // 'some', $self->jobs, $ENV{TEST_SEED};
    my ($run) = map { $_->[0] } query("insert into runs(began, commit_id, changes, permutation, kind, jobs, seed) values(datetime('now'), $values) returning id;");
    my (%failed, $began);
    $began = time;
    $self->callback(after_test => sub {
        my ($job, $parser) = @_;
        my ($file) = @$job;
        $failed{$file} = 1 if $parser->has_problems;
        keep_result($run, $file, $parser);
    });
    my $aggregate = $self->SUPER::runtests(@tests);
    my $green = $aggregate->has_problems ? 0 : 1;
    query("update runs set seconds = @{[time - $began]}, green = $green where id = $run;");
    print_commands(sort keys %failed);
    return $aggregate;
}

sub keep_result {
    my ($run, $file, $parser) = @_;
    my $failed = () = $parser->failed;
    $failed ||= 1 if $parser->has_problems;
    my @numbers = ($parser->end_time - $parser->start_time, $parser->tests_run // 0, $failed);
    query("insert or replace into files values($run, " . join(', ', quoted($file), @numbers, quoted($parser->skip_all || undef)) . ');');
}

# What each failed file needs to be run again as it was
sub print_commands {
    my @failed = @_ or return;
    my $top = Cwd::getcwd();
    print "\nTo run what failed again:\n";
    for my $file (@failed) {
        my @words = map { defined $ENV{$_} && length $ENV{$_} ? "$_='$ENV{$_}'" : () } qw(BUILD WITH TEST_SEED SWEEP_PART);
        print "  cd '$top' && @words prove -v $file\n";
    }
}

1;
