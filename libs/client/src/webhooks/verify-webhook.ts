import { timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from '../events/event';
import { signatureOf } from './sign-webhook';

/** Headers in the types of `fetch`, Express and Node's http module. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How much `webhook-timestamp` may differ from `now`, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** The current time. Default: this machine's clock. */
  now?: Date;
}

export type VerificationFailure =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_wrong'
  | 'body_invalid';

/**
 * Thrown for a webhook that was not sent by the platform, was changed, or is too old. Respond with 400 and do not
 * process the webhook.
 */
export class WebhookVerificationError extends Error {
  constructor(
    readonly reason: VerificationFailure,
    message: string,
  ) {
    super(message);
    this.name = 'WebhookVerificationError';
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook.
 * @param rawBody the body as it was received. Parsing and serializing a body may change its bytes.
 * @param secrets the signing secrets (`whsec_…`). During a rotation, pass the old and the new one.
 * @returns the event. `event.id` is the same in each attempt and replay.
 * @throws WebhookVerificationError with the reason.
 * @throws TypeError if there is no secret, or one without a key of at least 16 bytes.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyWebhookOptions = {},
): WebhookEvent {
  const valid = [secrets].flat().filter((secret) => secret !== '');
  if (valid.length === 0) throw new TypeError('verifyWebhook needs at least one secret');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const received = headerOf(headers, 'webhook-signature').split(' ');
  checkTimestamp(timestamp, toleranceSeconds, now);
  const expected = valid.map((secret) => signatureOf(secret, id, timestamp, rawBody));
  // Compare all signatures, so that the time taken does not reveal which secret matched.
  const matches = expected.flatMap((one) => received.map((other) => isEqual(one, other)));
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('signature_wrong', 'no signature of the webhook matches one of the secrets');
  }
  return parseEvent(rawBody);
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof found === 'object' ? found?.[0] : found;
  if (text) return text;
  throw new WebhookVerificationError('header_missing', `the webhook has no header ${name}`);
}

function checkTimestamp(timestamp: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('timestamp_invalid', 'webhook-timestamp is not a number of seconds');
  }
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    const message = `the webhook was sent ${Math.round(ageSeconds)} seconds ago; at most ${toleranceSeconds} are accepted`;
    throw new WebhookVerificationError('timestamp_too_old', message);
  }
  if (ageSeconds < -toleranceSeconds) {
    const message = `the webhook was sent ${Math.round(-ageSeconds)} seconds in the future; check this machine's clock`;
    throw new WebhookVerificationError('timestamp_too_new', message);
  }
}

/** Compares in constant time. The length of a signature is not secret. */
function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function parseEvent(rawBody: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body_invalid', 'the body of the webhook is not JSON');
  }
}
