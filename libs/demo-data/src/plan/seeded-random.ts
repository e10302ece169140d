/**
 * A repeatable random generator. The same seed gives the same values on every machine, because only
 * integer arithmetic is used. Each part of the plan has its own seed, such as
 * `drafts/villa-ginestra`. So a change in one part does not change the random values of other
 * parts.
 */
export function seededRandom(seed: string) {
  let state = hashOf(seed);
  /** Returns a number from 0 (included) to 1 (excluded). */
  const fraction = () => {
    // The algorithm is mulberry32: small, fast, and uniform enough for demo data.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Returns a whole number from `least` to `most`, both included. */
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error(`nothing to pick from (${seed})`);
    return items[whole(0, items.length - 1)] as Item;
  };
  return {
    fraction,
    whole,
    pick,
    /** Returns true with this probability (0 to 1). */
    chance: (probability: number) => fraction() < probability,
    /** Returns one of the keys. The probability of a key is proportional to its weight. */
    weighted: <Key extends string>(weights: Readonly<Partial<Record<Key, number>>>) =>
      drawWeighted(weights, fraction()),
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = whole(0, last);
        [result[last], result[other]] = [result[other]!, result[last]!];
      }
      return result;
    },
    /** Returns `length` random characters of the alphabet. */
    text: (alphabet: string, length: number) => Array.from({ length }, () => pick([...alphabet])).join(''),
  };
}
export type SeededRandom = ReturnType<typeof seededRandom>;

function drawWeighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>, fraction: number): Key {
  const entries = Object.entries(weights) as [Key, number][];
  let left = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  throw new Error('no key has a weight');
}

/** The 32-bit FNV-1a hash of the characters. */
function hashOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash | 0;
}
