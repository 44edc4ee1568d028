# BLEU as Papineni et al. (2002) define it, as a program that answers JSON lines.
use strict; use warnings; use JSON::PP; use List::Util qw(min max sum0);
$| = 1;    # write every answer at once

sub counts { my ($n, @words) = @_; my %seen; $seen{ encode_json([ @words[ $_ .. $_ + $n - 1 ] ]) }++ for 0 .. @words - $n; return \%seen }

sub closest { my ($length, @others) = @_; return (sort { abs($a - $length) <=> abs($b - $length) || $a <=> $b } @others)[0] }

sub bleu {
    my ($hyps, $refs, $order, $logs) = (@_, 0);
    for my $n (1 .. $order) {
        my ($matches, $total) = (0, 0);
        for my $k (0 .. $#$hyps) {
            my ($own, @several) = map { counts($n, @$_) } $hyps->[$k], @{ $refs->[$k] };
            $total += sum0(values %$own);
            for my $ngram (keys %$own) { $matches += min($own->{$ngram}, max(map { $_->{$ngram} // 0 } @several)) }
        }
        return 0 if $matches == 0;
        $logs += log($matches / $total) / $order;
    }
    my $r = sum0(map { closest(scalar @{ $hyps->[$_] }, map { scalar @$_ } @{ $refs->[$_] }) } 0 .. $#$hyps);
    return exp($logs + min(0, 1 - $r / sum0(map { scalar @$_ } @$hyps)));
}

while (my $line = <STDIN>) {
    my $asked = decode_json($line);
    my %answer = (name => "bleu.pl", metrics => ["bleu"], input => "tokens", orders => [ 1 .. 4 ]);
    %answer = (score => bleu(@$asked{qw(hyps refs)}, $asked->{params}{order})) if $asked->{op} eq "score";
    print encode_json({ id => $asked->{id}, %answer }), "\n";
}
