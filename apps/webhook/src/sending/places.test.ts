import { Places } from './places';

const MOST = 500;

/** Takes as many places for an account as it gets. */
function takeAll(places: Places, userId: number): void {
  for (let count = 0; places.take(`${userId}/${count}`, userId); count++);
}

describe('the places of a process', () => {
  it('are shared: three accounts that want all of them leave most, and are full', () => {
    const places = new Places(MOST);
    for (const userId of [1, 2, 3]) takeAll(places, userId);
    expect(places.free).toBeGreaterThan(MOST / 2);
    expect(places.full()).toEqual([1, 2, 3]);
    places.leave('3/0');
    expect(places.full()).not.toContain(3);
  });

  it('are not all taken by forty accounts that want all of them: whoever comes last gets one', () => {
    const places = new Places(MOST);
    for (let userId = 1; userId <= 40; userId++) takeAll(places, userId);
    expect(places.take('last', 41)).toBeDefined();
  });

  it('are as many as they are', () => {
    const places = new Places(3);
    for (const userId of [1, 2, 3]) takeAll(places, userId);
    expect(places.take('last', 4)).toBeUndefined();
    expect(places.free).toBe(0);
  });

  it('go to few failing endpoints of an account: those that are well find one beside them', () => {
    const places = new Places(MOST);
    const taken = Array.from({ length: 30 }, (_, one) => places.take(String(one), 1)!);
    const mayFail = taken.filter((place) => place.mayFail);
    expect(mayFail.length).toBeGreaterThan(1);
    expect(mayFail.length).toBeLessThanOrEqual(MOST / 50);
    expect(places.fullOfFailing()).toEqual([1]);
    for (const place of mayFail) place.isFailing = () => false;
    expect(places.fullOfFailing()).toEqual([]);
  });
});
