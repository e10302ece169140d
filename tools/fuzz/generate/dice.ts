import fc from 'fast-check';

/**
 * Random numbers without fast-check's bias towards small numbers, because the numbers are used as
 * probabilities and positions.
 */
const share = () => fc.noBias(fc.integer({ min: 0, max: 999_999 }));
const whole = (min: number, max: number) => fc.noBias(fc.integer({ min, max }));
const matching = (pattern: string) => fc.stringMatching(new RegExp(pattern));
const anyText = () => fc.string({ unit: 'binary', maxLength: 40 });

/** Makes the random decisions about a generated value. The same seed gives the same decisions. */
export class Dice {
  constructor(private readonly draw: fc.GeneratorValue) {}

  /** A random number from 0 to 1, excluding 1. */
  share(): number {
    return this.draw(share) / 1_000_000;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** A random whole number from min to max, including both. */
  whole(min: number, max: number): number {
    return this.draw(whole, Math.ceil(min), Math.max(Math.ceil(min), Math.floor(max)));
  }

  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error('there is nothing to pick from');
    return values[this.whole(0, values.length - 1)]!;
  }

  /** A random text that matches a regular expression. */
  matching(pattern: string): string {
    return this.draw(matching, pattern);
  }

  /** A random text of any characters, including control characters. */
  anyText(): string {
    return this.draw(anyText);
  }
}

/**
 * Generates values. @param make a function that makes one value, and uses the dice for all random
 * decisions.
 */
export function generate<Value>(seed: number, count: number, make: (dice: Dice) => Value): Value[] {
  return fc.sample(
    fc.gen().map((draw) => make(new Dice(draw))),
    { seed, numRuns: count },
  );
}
