import { type CalendarAnswer, CalendarCache } from './calendar-cache';
import type { CalendarChunk } from './calendar-chunk';

const chunk = (version: number, bytes = 400): CalendarChunk => ({
  ...{ version, changesAtMs: Infinity, currencyCode: 'EUR', tag: String(version) },
  ...{ json: Buffer.alloc(bytes), starts: new Uint32Array(65) },
});

describe('the cache of calendar responses', () => {
  const listed = [{ id: 7, version: 1 }];
  const answer = (json: string, tags: readonly string[] = []): CalendarAnswer => ({
    ...{ etag: json, listed, json: Buffer.from(json) },
    chunks: tags.map((tag, number) => ({ propertyId: 7, number, tag })),
  });
  /** Returns a cache that contains one response. The response was built from two chunks. */
  const cacheWithAnswer = () => {
    const cache = new CalendarCache(100_000);
    cache.putChunk(7, 0, chunk(1));
    cache.putChunk(7, 1, chunk(2));
    cache.putAnswer('address', answer('nights', ['1', '2']));
    return cache;
  };

  it('returns a response only for the URL for which it was cached', () => {
    const cache = cacheWithAnswer();
    expect(cache.getAnswer('address', listed)?.json?.toString()).toBe('nights');
    expect(cache.getAnswer('other', listed)).toBeUndefined();
  });

  it('discards a response when the list of calendars has been loaded again', () => {
    expect(cacheWithAnswer().getAnswer('address', [...listed])).toBeUndefined();
  });

  it('discards a response when nights have changed, but not when a calendar has a new version with the same nights', () => {
    const cache = cacheWithAnswer();
    cache.putChunk(7, 1, { ...chunk(3), tag: '2' });
    expect(cache.getAnswer('address', listed)).toBeDefined();
    cache.putChunk(7, 1, chunk(3));
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('discards a response when nights of the response were evicted from the cache', () => {
    const cache = cacheWithAnswer();
    // The cache has 75,000 bytes for chunks. Each of these chunks takes 1,000 bytes.
    for (let number = 2; number < 77; number++) cache.putChunk(7, number, chunk(1));
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('discards a response when cached nights of the response have expired', () => {
    const cache = cacheWithAnswer();
    cache.putChunk(7, 1, { ...chunk(2), changesAtMs: Date.now() + 60_000 });
    expect(cache.getAnswer('address', listed)).toBeDefined();
    cache.putChunk(7, 1, { ...chunk(2), changesAtMs: Date.now() });
    expect(cache.getAnswer('address', listed)).toBeUndefined();
  });

  it('evicts the least recently used response when it is full', () => {
    // Responses get a quarter of the memory: 10,000 bytes.
    const cache = new CalendarCache(40_000);
    cache.putAnswer('first', answer('{}'));
    for (let other = 0; other < 20; other++) cache.putAnswer(`other-${other}`, answer('{}'));
    expect(cache.getAnswer('first', listed)).toBeUndefined();
    expect(cache.getAnswer('other-19', listed)).toBeDefined();
  });

  it('does not cache a response that is larger than a tenth of the space for responses', () => {
    // A quarter of the cache is for responses.
    const cache = new CalendarCache(40_000);
    cache.putAnswer('large', answer('x'.repeat(1000)));
    expect(cache.getAnswer('large', listed)).toBeUndefined();
  });
});

describe('the cache of the nights of a property, in chunks of consecutive nights', () => {
  it('keeps the newer of two versions of a chunk, whichever is added first', () => {
    const cache = new CalendarCache(1_000_000);
    cache.putChunk(1, 0, chunk(2));
    cache.putChunk(1, 0, chunk(1));
    expect(cache.getChunk(1, 0)?.version).toBe(2);
    cache.putChunk(1, 0, chunk(3));
    expect(cache.getChunk(1, 0)?.version).toBe(3);
  });

  it('evicts the least recently used chunk when it is full', () => {
    // The cache has 3,000 bytes for chunks. Each of these chunks takes 1,000 bytes.
    const cache = new CalendarCache(4000);
    for (const number of [1, 2, 3]) cache.putChunk(7, number, chunk(1));
    cache.getChunk(7, 1);
    cache.putChunk(7, 4, chunk(1));
    expect([1, 2, 3, 4].map((number) => cache.getChunk(7, number) !== undefined)).toEqual([true, false, true, true]);
  });
});
