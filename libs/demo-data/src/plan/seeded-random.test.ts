import { seededRandom } from './seeded-random';

const draws = (seed: string) => {
  const random = seededRandom(seed);
  return Array.from({ length: 5 }, () => random.whole(0, 999));
};

describe('seededRandom', () => {
  it('draws the same values for the same seed', () => {
    expect(draws('stays/villa-ginestra')).toEqual([959, 689, 434, 687, 175]);
    expect(draws('stays/chalet-enzian')).not.toEqual(draws('stays/villa-ginestra'));
  });

  it('draws all whole numbers between the bounds about equally often', () => {
    const random = seededRandom('dice');
    const counts = new Map<number, number>();
    for (let roll = 0; roll < 60_000; roll += 1) {
      const face = random.whole(1, 6);
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('draws keys in proportion to their weights, and never a key with the weight 0', () => {
    const random = seededRandom('weights');
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let draw = 0; draw < 10_000; draw += 1) counts[random.weighted({ often: 9, seldom: 1, never: 0 })] += 1;
    expect(counts.never).toBe(0);
    expect(Math.abs(counts.seldom - 1000)).toBeLessThan(150);
  });

  it('shuffles a list without losing or repeating items', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const shuffled = seededRandom('cards').shuffled(items);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
  });
});
