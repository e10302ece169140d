import { fairShare, WaitingEntries, type WaitingEntry } from './waiting-entries';

const anEntry = (userId: number, id: number, length = 600): WaitingEntry => ({
  userId,
  id: String(id).padStart(8, '0'),
  terms: [],
  request: 'x'.repeat(length),
});
/** How many entries fit before entries are dropped. Each entry counts as 1,000 bytes. */
const ROOM = 100;

describe('WaitingEntries', () => {
  it('drops the oldest entries of an account that adds too many, and keeps those of other accounts', () => {
    const waiting = new WaitingEntries(ROOM * 1000);
    let dropped = 0;
    for (let id = 0; id < 1000; id++) dropped += waiting.add(anEntry(id % 100 === 0 ? 2 : 1, id));
    const left = waiting.take(1000, Infinity);
    expect(left.length + dropped).toBe(1000);
    expect(left.filter(({ userId }) => userId === 2)).toHaveLength(10);
    const ofFlood = left.filter(({ userId }) => userId === 1).map(({ id }) => Number(id));
    expect(ofFlood.at(-1)).toBe(999);
    expect(ofFlood).toEqual([...ofFlood].sort((one, other) => one - other));
    expect(Math.min(...ofFlood)).toBeGreaterThan(880);
  });

  it('keeps all entries while there is room, and returns them in order', () => {
    const waiting = new WaitingEntries(ROOM * 1000);
    for (let id = 0; id < ROOM; id++) expect(waiting.add(anEntry(1, id))).toBe(0);
    expect(waiting.take(3, Infinity).map(({ id }) => Number(id))).toEqual([0, 1, 2]);
    expect(waiting.take(50, 4500).map(({ id }) => Number(id))).toEqual([3, 4, 5, 6]);
    expect(waiting.take(50, 10)).toHaveLength(1);
    expect(waiting.length).toBe(ROOM - 8);
  });

  it('shares the room equally when several accounts add too many entries', () => {
    const waiting = new WaitingEntries(ROOM * 1000);
    for (let id = 0; id < 3000; id++) waiting.add(anEntry(id % 3, id));
    const left = waiting.take(3000, Infinity);
    for (const user of [0, 1, 2]) {
      expect(Math.abs(left.filter(({ userId }) => userId === user).length - ROOM / 3)).toBeLessThan(3);
    }
  });
});

it.each([
  [[10, 20, 30], 60, Infinity],
  [[10, 100, 100], 110, 50],
  [[100, 1, 40], 61, 30],
  [[], 5, Infinity],
])(
  'accounts that need %j bytes, and have room for %d bytes in total, get at most %d bytes each',
  (sizes, total, share) => {
    expect(fairShare(sizes, total)).toBe(share);
  },
);
