import { typeOf } from './describe-schema';
import { kebabCase } from './list-endpoints';

describe('typeOf', () => {
  it.each([
    [{ type: 'number', minimum: 0, maximum: 100 }, 'number, 0 to 100'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 100 }, 'number, greater than 0, at most 100'],
    [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 'number, greater than 0'],
  ])('describes %j as "%s"', (schema, words) => {
    expect(typeOf(schema, {})).toBe(words);
  });
});

describe('the URL of an endpoint page', () => {
  it.each([
    ['listBookings', 'list-bookings'],
    ['revokeOAuthToken', 'revoke-oauth-token'],
  ])('contains the operation id %s as %s', (operation, name) => {
    expect(kebabCase(operation)).toBe(name);
  });
});
