import fc from 'fast-check';
import { formatCursor, parseCursor } from './cursor';

const cursors = fc.record({
  generation: fc.nat(1_000_000),
  userId: fc.integer({ min: 1, max: 2 ** 40 }),
  position: fc.nat(2 ** 40),
  since: fc.nat(4_000_000_000).map((seconds) => new Date(seconds * 1000)),
});

it('a cursor contains all values from which it was created', () => {
  fc.assert(fc.property(cursors, (cursor) => expect(parseCursor(formatCursor(cursor))).toEqual(cursor)));
});

it('a truncated or mistyped cursor is refused', () => {
  fc.assert(
    fc.property(cursors, fc.nat(30), fc.constantFrom('a', 'Z', '0', '_'), (cursor, at, character) => {
      const text = formatCursor(cursor);
      expect(parseCursor(text.slice(0, -1 - at))).toBeUndefined();
      const mistyped = text.slice(0, at) + character + text.slice(at + 1);
      if (mistyped !== text) expect(parseCursor(mistyped)).toBeUndefined();
    }),
  );
});
