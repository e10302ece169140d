import { signWebhook } from './sign-webhook';
import { verifyWebhook } from './verify-webhook';

const secret = `whsec_${Buffer.from('a secret of a test').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret of a test').toString('base64')}`;
const now = new Date('2026-07-01T12:00:00Z');
const body = JSON.stringify({
  id: 'e-1',
  action: 'entity_create',
  entity_type: 'guest',
  entity: { first_name: 'Zoë' },
});
const signed = (secrets: string | string[] = secret, at = now) => signWebhook('e-1', body, secrets, at);
const later = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) });

describe('verifyWebhook', () => {
  it('returns the event, for every supported type of body and headers', () => {
    const nodeHeaders = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const headers of [signed(), new Headers(signed()), nodeHeaders]) {
      for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
        expect(verifyWebhook(raw, headers, secret, { now })).toMatchObject({
          id: 'e-1',
          entity: { first_name: 'Zoë' },
        });
      }
    }
  });

  it('accepts a signature with any of several secrets, and any of several signatures', () => {
    expect(verifyWebhook(body, signed(), [other, secret], { now }).id).toBe('e-1');
    expect(verifyWebhook(body, signed([other, secret]), secret, { now }).id).toBe('e-1');
  });

  it.each([
    ['a signature by another secret', body, signed(other)],
    ['a changed body', `${body} `, signed()],
    ['a changed id', body, { ...signed(), 'webhook-id': 'e-2' }],
    ['a changed timestamp', body, { ...signed(), 'webhook-timestamp': String(now.getTime() / 1000 + 1) }],
    [
      'a signature of an unknown version',
      body,
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') },
    ],
    ['an empty webhook-signature', body, { ...signed(), 'webhook-signature': ' ' }],
  ])('refuses a webhook with %s', (_, raw, headers) => {
    expect(() => verifyWebhook(raw, headers, secret, { now })).toThrow(
      expect.objectContaining({ name: 'WebhookVerificationError', reason: 'signature_wrong' }),
    );
  });

  it.each([
    [301, 'timestamp_too_old'],
    [-301, 'timestamp_too_new'],
  ])('refuses an age of %s seconds with %s, unless toleranceSeconds allows this age', (seconds, reason) => {
    expect(() => verifyWebhook(body, signed(), secret, later(seconds))).toThrow(expect.objectContaining({ reason }));
    expect(verifyWebhook(body, signed(), secret, { ...later(seconds), toleranceSeconds: 400 }).id).toBe('e-1');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a webhook without %s', (name) => {
    const headers = { ...signed(), [name]: undefined };
    expect(() => verifyWebhook(body, headers, secret, { now })).toThrow(`the webhook has no header ${name}`);
  });

  it('refuses a timestamp that is not a number, and a body that is not JSON', () => {
    const text = signWebhook('e-1', 'text', secret, now);
    expect(() => verifyWebhook(body, { ...signed(), 'webhook-timestamp': 'now' }, secret, { now })).toThrow(
      expect.objectContaining({ reason: 'timestamp_invalid' }),
    );
    expect(() => verifyWebhook('text', text, secret, { now })).toThrow(
      expect.objectContaining({ reason: 'body_invalid' }),
    );
  });

  it('throws a TypeError if there is no secret, so that a missing setting does not make every webhook valid', () => {
    for (const secrets of ['', [], ['']])
      expect(() => verifyWebhook(body, signed(), secrets, { now })).toThrow(TypeError);
  });

  it.each(['whsec_', '***', 'whsec_c2hvcnQ='])(
    'refuses the secret %s because its key is empty or too short',
    (short) => {
      const message = 'a signing secret must contain a key of at least 16 bytes';
      expect(() => verifyWebhook(body, signed(), [secret, short], { now })).toThrow(message);
      expect(() => signed(short)).toThrow(message);
    },
  );
});
