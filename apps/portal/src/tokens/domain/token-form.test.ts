import { expiryOf, expiryOptions } from './token-form';

const now = new Date('2030-07-01T12:34:56.789Z');

describe('the expiry of a new token', () => {
  it('is counted in days from now', () => {
    expect(expiryOf('30', now)).toBe('2030-07-31T12:34:56Z');
    expect(expiryOf('365', now)).toBe('2031-07-01T12:34:56Z');
  });

  it('is null for a token that never expires', () => {
    expect(expiryOf('never', now)).toBeNull();
  });

  it('is undefined for a choice that is not in the list of the form', () => {
    expect(['', '31', '1e9', '-30', 'Never'].map((expiry) => expiryOf(expiry, now))).toEqual(Array(5).fill(undefined));
  });

  it('is defined for every choice in the list of the form', () => {
    for (const { value } of expiryOptions) expect(expiryOf(value, now)).not.toBeUndefined();
  });
});
