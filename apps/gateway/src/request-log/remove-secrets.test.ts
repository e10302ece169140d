import fc from 'fast-check';
import { removeKnownSecrets, removeSecretsOfBody, removeSecretsOfPath } from './remove-secrets';

const SECRET = 'hunter2-very-secret';

describe('removeSecretsOfBody', () => {
  it.each([
    [{ password: SECRET }, { password: '[removed]' }],
    [{ list: [{ newPassword: SECRET }] }, { list: [{ newPassword: '[removed]' }] }],
    [
      { signing_secrets: [{ secret: SECRET }], id: 1 },
      { signing_secrets: '[removed]', id: 1 },
    ],
    [{ Authorization: `Basic ${SECRET}` }, { Authorization: '[removed]' }],
    [
      { token: null, card_number: 4111 },
      { token: null, card_number: '[removed]' },
    ],
    [{ notes: `use Bearer ${SECRET}` }, { notes: 'use Bearer [removed]' }],
    [{ webhook_url: `https://ida:${SECRET}@example.com/` }, { webhook_url: 'https://[removed]@example.com/' }],
  ])('removes the secrets of %j', (body, expected) => {
    expect(JSON.parse(removeSecretsOfBody(JSON.stringify(body)))).toEqual(expected);
  });

  it('leaves a body without secrets unchanged', () => {
    const text = '{ "property_id": 12345678901234567890,\n "adults": 2.0 }';
    expect(removeSecretsOfBody(text)).toBe(text);
  });

  it('always removes the value of a secret field, even if the body is nested, truncated or invalid', () => {
    const name = fc.constantFrom('password', 'access_token', 'clientSecret', 'API_KEY', 'x-authorization');
    const other = fc.constantFrom('a', 'b', 'name');
    const body = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.array(tie('value')), tie('object')),
      object: fc.dictionary(other, tie('value'), { maxKeys: 3 }),
    })).object;
    const secretField = name.chain((key) => fc.constantFrom({ [key]: SECRET }, { [key]: [{ a: SECRET }] }));
    fc.assert(
      fc.property(
        body,
        secretField,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (outer, inner, at, isBroken) => {
          const text = JSON.stringify({ outer, inner, after: 1 });
          const sent = isBroken ? text.replaceAll('"', "'") : text;
          expect(removeSecretsOfBody(sent.slice(0, Math.ceil(sent.length * at)))).not.toContain(SECRET);
        },
      ),
    );
  });

  it.each([
    ['a later field of the same name is null', `{"password":"${SECRET}","password":null}`],
    ['a later field replaces the object around it', `{"a":{"password":"${SECRET}"},"a":1}`],
    ['its name contains an escaped letter', `{"p\\u0061ssword":"${SECRET}"}`],
    ['its name contains an escaped letter, and the body is truncated', `{"p\\u0061ssword":"${SECRET}`],
  ])('removes the value of a secret field even if %s', (_why, text) => {
    expect(removeSecretsOfBody(text)).not.toContain(SECRET);
  });

  it('accepts a body with thousands of levels of nesting', () => {
    const deep = `${'['.repeat(16_000)}{"password":"${SECRET}"}${']'.repeat(16_000)}`;
    expect(removeSecretsOfBody(deep)).not.toContain(SECRET);
  });
});

it.each([
  ['/v2/bookings', '/v2/bookings'],
  ['/v2/bookings?limit=5', '/v2/bookings?limit=5'],
  ['/v2/bookings?%61ccess_token=x&b=%zz', '/v2/bookings?%61ccess_token=[removed]&b=%zz'],
  ['/v2/x/at_0123456789abcdefghij', '/v2/x/[removed]'],
])('the URL %s is logged as %s', (path, expected) => {
  expect(removeSecretsOfPath(path)).toBe(expected);
});

it.each([
  'pt_0123456789abcdefghij',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'eyJhbGciOiJFZERTQSJ9.eyJzY29wZSI6.c2ln',
])('the secret %s is recognized in any text', (secret) => {
  expect(removeKnownSecrets(`"x ${secret}"`)).toBe('"x [removed]"');
});
