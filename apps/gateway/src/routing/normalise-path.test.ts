import fc from 'fast-check';
import { normalisePath } from './normalise-path';

describe('normalisePath', () => {
  it.each([
    ['/v2/bookings', ['v2', 'bookings'], ''],
    ['/v2/bookings/', ['v2', 'bookings'], ''],
    ['//v2///bookings//17/?a=1', ['v2', 'bookings', '17'], '?a=1'],
    ['/v2/b%6Fokings', ['v2', 'bookings'], ''],
    ['/?x=/../..;%2f', [], '?x=/../..;%2f'],
    ['/v2/fields/guest/12/Door%20code', ['v2', 'fields', 'guest', '12', 'Door code'], ''],
    ['/v2/bookings?a=%2F&b=//&c=?', ['v2', 'bookings'], '?a=%2F&b=//&c=?'],
    ['http://example.com/v2/bookings?x', ['v2', 'bookings'], '?x'],
  ])('normalises %s', (target, segments, search) => {
    expect(normalisePath(target)).toEqual({ segments, search });
  });

  it.each([
    '/v2/../internal',
    '/v2/%2e%2e/internal',
    '/v2/.%2E/x',
    '/v2/a%2fb',
    '/v2/a%5cb',
    '/v2/a\\b',
    '/v2/..;/x',
    '/v2/%252e%252e/x',
    '/v2/%00',
    '/v2/a%0ab',
    '/v2/%',
    '/v2/%c0%af',
    '*',
    'internal',
    '/v2/a#b',
  ])('refuses %s', (target) => {
    expect(normalisePath(target)).toBeUndefined();
  });

  it('never returns a segment that a second decoding would change', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '%25',
      '%20',
      ';',
      '\\',
      'v2',
      'internal',
      '%',
      '?',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const normal = normalisePath(`/${pieces.join('')}`);
        for (const segment of normal?.segments ?? []) {
          expect(encodeURIComponent(segment)).toBe(segment.replaceAll(' ', '%20'));
          expect(['', '.', '..']).not.toContain(segment);
        }
      }),
      { numRuns: 500 },
    );
  });
});
