import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/**
 * The minimum length of a key, in bytes. The platform's keys have 32 bytes. Text that is not base64 decodes to few or
 * no bytes, and anybody could guess such a key.
 */
const MIN_KEY_BYTES = 16;

/** @throws TypeError if the key in the secret is missing or shorter than 16 bytes. */
export function assertSecret(secret: string): void {
  keyOf(secret);
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length >= MIN_KEY_BYTES) return key;
  throw new TypeError(
    `a signing secret must contain a key of at least ${MIN_KEY_BYTES} bytes, in base64 after ${PREFIX}`,
  );
}

/**
 * Returns one signature in the format of Standard Webhooks (`v1,…`).
 * @param secret with or without the prefix `whsec_`.
 * @param timestamp in seconds since 1970.
 * @throws TypeError if the key in the secret is missing or shorter than 16 bytes.
 */
export function signatureOf(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/**
 * Returns the headers that the platform would send with a webhook, for tests of your receiver.
 * @param secrets in the format `whsec_…`.
 * @throws TypeError if the key in a secret is missing or shorter than 16 bytes.
 */
export function signWebhook(
  id: string,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  now = new Date(),
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = [secrets].flat().map((secret) => signatureOf(secret, id, timestamp, body));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
