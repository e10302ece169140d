/**
 * Splits a whole number in proportion to weights, by the largest remainder method. The shares are
 * whole numbers that add up to the given number. If remainders are equal, the earlier share gets
 * more. If the given number is at most the sum of the weights, no share exceeds its weight.
 * @param whole the number to split, in minor units, not negative.
 * @param weights the weights, which are not negative. If all weights are 0, they count as equal.
 */
export function splitInProportion(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = total(weights);
  if (sum === 0n)
    return weights.length === 0
      ? []
      : splitInProportion(
          whole,
          weights.map(() => 1n),
        );
  const shares = weights.map((weight) => (whole * weight) / sum);
  const missing = Number(whole - total(shares));
  weights
    .map((weight, index) => ({ index, remainder: (whole * weight) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
    .slice(0, missing)
    .forEach(({ index }) => (shares[index] = (shares[index] ?? 0n) + 1n));
  return shares;
}

/** The sum of some amounts in minor units. */
export function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
