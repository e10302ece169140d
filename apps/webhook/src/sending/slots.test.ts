import { Slots } from './slots';

const MOST = 500;

/** Takes as many slots for an account as it can get. */
function takeAll(slots: Slots, userId: number): void {
  for (let count = 0; slots.take(`${userId}/${count}`, userId); count++);
}

describe('the slots of a dispatcher, one for each endpoint that receives deliveries', () => {
  it('are limited for each account, so that three busy accounts leave most slots free', () => {
    const slots = new Slots(MOST);
    for (const userId of [1, 2, 3]) takeAll(slots, userId);
    expect(slots.free).toBeGreaterThan(MOST / 2);
    expect(slots.full()).toEqual([1, 2, 3]);
    slots.leave('3/0');
    expect(slots.full()).not.toContain(3);
  });

  it('are not used up by forty busy accounts', () => {
    const slots = new Slots(MOST);
    for (let userId = 1; userId <= 40; userId++) takeAll(slots, userId);
    expect(slots.take('last', 41)).toBeDefined();
  });

  it('never exceed the configured maximum', () => {
    const slots = new Slots(3);
    for (const userId of [1, 2, 3]) takeAll(slots, userId);
    expect(slots.take('last', 4)).toBeUndefined();
    expect(slots.free).toBe(0);
  });

  it('are given to only a few failing endpoints of an account, so that healthy endpoints get slots too', () => {
    const slots = new Slots(MOST);
    const taken = Array.from({ length: 30 }, (_, one) => slots.take(String(one), 1)!);
    const mayFail = taken.filter((slot) => slot.mayFail);
    expect(mayFail.length).toBeGreaterThan(1);
    expect(mayFail.length).toBeLessThanOrEqual(MOST / 50);
    expect(slots.fullOfFailing()).toEqual([1]);
    for (const slot of mayFail) slot.isFailing = () => false;
    expect(slots.fullOfFailing()).toEqual([]);
  });
});
