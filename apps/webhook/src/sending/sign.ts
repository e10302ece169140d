import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers that sign a delivery as Standard Webhooks say: the id, the time of this attempt, and a signature by each
 * secret in force, so that receivers may change from one to the other when they like.
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
