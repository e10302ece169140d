import { typeOf } from './describe-schema';
import { kebabCase } from './list-endpoints';

describe('the type of a field in words', () => {
  it.each([
    [{ type: 'number', minimum: 0, maximum: 100 }, 'number, 0 to 100'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 100 }, 'number, greater than 0, at most 100'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 'number, greater than 0'],
  ])('of %j is "%s"', (schema, words) => {
    expect(typeOf(schema, {})).toBe(words);
  });
});

describe('the address of an endpoint page', () => {
  it.each([
    ['listBookings', 'list-bookings'],
    ['revokeOAuthToken', 'revoke-oauth-token'],
  ])('of %s ends with %s', (operation, name) => {
    expect(kebabCase(operation)).toBe(name);
  });
});
