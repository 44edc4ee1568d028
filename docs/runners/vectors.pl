# Usage: perl vectors.pl bleu.jsonl [ORIGIN]. Replace `bleu` by a call of your own program.
use strict; use warnings; use JSON::PP; use List::Util qw(min max sum0);

sub counts { my ($n, @words) = @_; my %own; $own{ encode_json([ @words[ $_ .. $_ + $n - 1 ] ]) }++ for 0 .. @words - $n; return \%own }

sub closest { my ($length, @others) = @_; return (sort { abs($a - $length) <=> abs($b - $length) || $a <=> $b } @others)[0] }

sub bleu {
    my ($hyps, $refs, $logs) = (@_, 0);
    for my $n (1 .. 4) {
        my ($matches, $total) = (0, 0);
        for my $k (0 .. $#$hyps) {
            my ($own, @several) = map { counts($n, @$_) } $hyps->[$k], @{ $refs->[$k] };
            $total += sum0(values %$own);
            for my $ngram (keys %$own) { $matches += min($own->{$ngram}, max(map { $_->{$ngram} // 0 } @several)) }
        }
        return 0 if $matches == 0;
        $logs += log($matches / $total) / 4;
    }
    my $r = sum0(map { closest(scalar @{ $hyps->[$_] }, map { scalar @$_ } @{ $refs->[$_] }) } 0 .. $#$hyps);
    return exp($logs + min(0, 1 - $r / sum0(map { scalar @$_ } @$hyps)));
}

my ($file, $origin) = (@ARGV, "papineni2002");
open my $lines, "<", $file or die "$file: $!";
my ($header, @cases) = map { decode_json($_) } <$lines>;
my $tokens = sub { ref $_[0] ? $_[0] : [ split / /, $_[0], -1 ] };
my ($passed, $failed) = (0, 0);
@cases = grep { $_->{results}{$origin} } @cases
    or print("no results of $origin; give one of ", join(", ", sort keys %{ $header->{origins} }), "\n"), exit 1;
for my $case (@cases) {
    my $want = $case->{results}{$origin};
    my $got = eval { bleu([ map { $tokens->($_) } @{ $case->{hyps} } ], [ map { [ map { $tokens->($_) } @$_ ] } @{ $case->{refs} } ]) };
    my @right = grep { exists $_->{failure} ? !defined $got : defined $got && abs($got * $header->{origins}{$origin}{scale} - $_->{score}) <= 1e-9 * abs $_->{score} } $want, @{ $want->{acceptable} // [] };
    if (@right) { $passed++; next }
    print "optional: " x !!$case->{optional}, "$case->{id} ($case->{tests}): ", $got // $@, ", not ", $want->{score} // "a failure", "\n";
    $failed += !$case->{optional};
}
print "$passed of ${\ scalar @cases} cases pass\n";
exit($failed ? 1 : 0);
