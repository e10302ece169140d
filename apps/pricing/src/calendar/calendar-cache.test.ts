import { CalendarCache } from './calendar-cache';
import type { CalendarChunk } from './calendar-chunk';

const parts = (text: string) => [...text].map((letter) => Buffer.from(letter));

/** A quarter of the memory, 100 bytes, is for answers. */
const cacheOfAnswers = () => new CalendarCache(400);

describe('the cache of calendar answers', () => {
  it('puts an answer together once, until other answers take its room', () => {
    const cache = cacheOfAnswers();
    const first = cache.answerOf('a', parts('{"a":1}'));
    expect(first.toString()).toBe('{"a":1}');
    expect(cache.answerOf('a', [])).toBe(first);
    for (let other = 0; other < 20; other++) cache.answerOf(`other-${other}`, parts('1234567890'));
    expect(cache.answerOf('a', parts('again')).toString()).toBe('again');
  });

  it('does not keep an answer that would push out many others', () => {
    const cache = cacheOfAnswers();
    const large = parts('x'.repeat(50));
    expect(cache.answerOf('large', large)).not.toBe(cache.answerOf('large', large));
  });
});

describe('the cache of calendar chunks', () => {
  const chunk = (version: number, bytes = 400): CalendarChunk => ({
    ...{ version, changesAtMs: Infinity, currencyCode: 'EUR', tag: String(version) },
    ...{ json: Buffer.alloc(bytes), starts: new Uint32Array(65) },
  });

  it('keeps the later of two versions, in whichever order they come', () => {
    const cache = new CalendarCache(1_000_000);
    cache.putChunk(1, 0, chunk(2));
    cache.putChunk(1, 0, chunk(1));
    expect(cache.getChunk(1, 0)?.version).toBe(2);
    cache.putChunk(1, 0, chunk(3));
    expect(cache.getChunk(1, 0)?.version).toBe(3);
  });

  it('drops the chunk that was read least recently when its memory is full', () => {
    // 3,000 bytes are for chunks, and each of these takes 1,000.
    const cache = new CalendarCache(4000);
    for (const number of [1, 2, 3]) cache.putChunk(7, number, chunk(1));
    cache.getChunk(7, 1);
    cache.putChunk(7, 4, chunk(1));
    expect([1, 2, 3, 4].map((number) => cache.getChunk(7, number) !== undefined)).toEqual([true, false, true, true]);
  });
});
