import { type ChangeEvent, changeEvent } from '../change-event';

/** Unknown fields are kept, because a newer service may send more fields. */
const event = changeEvent.loose();

/**
 * Parses the event in a message.
 * @returns the event, or the reason why it cannot be read.
 */
export function readEvent(value: Buffer | null): { event: ChangeEvent } | { unreadable: string } {
  if (value === null) return { unreadable: 'the message has no value' };
  let json: unknown;
  try {
    json = JSON.parse(value.toString());
  } catch (error) {
    return { unreadable: `the message is not JSON: ${String(error)}` };
  }
  const parsed = event.safeParse(json);
  if (parsed.success) return { event: parsed.data };
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { unreadable: `the message is not a change event: ${wrong.join('; ')}` };
}
