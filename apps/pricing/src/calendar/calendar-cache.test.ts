import { type CalendarAnswer, CalendarCache } from './calendar-cache';
import type { CalendarChunk } from './calendar-chunk';

const chunk = (version: number, bytes = 400): CalendarChunk => ({
  ...{ version, changesAtMs: Infinity, currencyCode: 'EUR', tag: String(version) },
  ...{ json: Buffer.alloc(bytes), starts: new Uint32Array(65) },
});

describe('the cache of calendar answers', () => {
  const listed = [{ id: 7, version: 1 }];
  const answer = (json: string, tags: readonly string[] = []): CalendarAnswer => ({
    ...{ etag: json, listed, json: Buffer.from(json) },
    chunks: tags.map((tag, number) => ({ propertyId: 7, number, tag })),
  });
  /** A cache with an answer that is made of two chunks. */
  const cacheWithAnswer = () => {
    const cache = new CalendarCache(100_000);
    cache.putChunk(7, 0, chunk(1));
    cache.putChunk(7, 1, chunk(2));
    cache.putAnswer('address', answer('nights', ['1', '2']));
    return cache;
  };

  it('returns an answer to the address that it was made for', () => {
    const cache = cacheWithAnswer();
    expect(cache.getAnswer('address', listed)?.json?.toString()).toBe('nights');
    expect(cache.getAnswer('other', listed)).toBeUndefined();
  });

  it('returns no answer after the directory lists the calendars again', () => {
    expect(cacheWithAnswer().getAnswer('address', [...listed])).toBeUndefined();
  });

  it('returns no answer after a chunk of it has other nights, and keeps it when they are the same', () => {
    const cache = cacheWithAnswer();
    cache.putChunk(7, 1, { ...chunk(3), tag: '2' });
    expect(cache.getAnswer('address', listed)).toBeDefined();
    cache.putChunk(7, 1, chunk(3));
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('returns no answer after a chunk of it was dropped', () => {
    const cache = cacheWithAnswer();
    // 75,000 bytes are for chunks, and each of these takes 1,000.
    for (let number = 2; number < 77; number++) cache.putChunk(7, number, chunk(1));
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('returns no answer when a chunk of it is over', () => {
    const cache = cacheWithAnswer();
    cache.putChunk(7, 1, { ...chunk(2), changesAtMs: Date.now() + 60_000 });
    expect(cache.getAnswer('address', listed)).toBeDefined();
    cache.putChunk(7, 1, { ...chunk(2), changesAtMs: Date.now() });
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('drops the answer that was read least recently when its memory is full', () => {
    // A quarter of the memory, 10,000 bytes, is for answers.
    const cache = new CalendarCache(40_000);
    cache.putAnswer('first', answer('{}'));
    for (let other = 0; other < 20; other++) cache.putAnswer(`other-${other}`, answer('{}'));
    expect(cache.getAnswer('first', listed)).toBeUndefined();
    expect(cache.getAnswer('other-19', listed)).toBeDefined();
  });

  it('does not keep an answer that would push out many others', () => {
    const cache = new CalendarCache(40_000);
    cache.putAnswer('large', answer('x'.repeat(1000)));
    expect(cache.getAnswer('large', listed)).toBeUndefined();
  });
});

describe('the cache of calendar chunks', () => {
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
