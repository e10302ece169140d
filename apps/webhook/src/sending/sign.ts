import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Returns the signature headers of Standard Webhooks: the id, the time of this attempt, and a signature for each valid
 * secret. During a rotation, receivers can therefore switch to the new secret at any time.
 */
export function signatureHeaders(
  eventId: string,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
