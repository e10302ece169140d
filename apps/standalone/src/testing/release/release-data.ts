import { dataServiceNames } from '@keyhaven/contracts/platform/services';
import { z } from 'zod';

/** The file that describes the content of a release's data folder. It is in that folder. */
export const RELEASE_FILE = 'release.json';

/**
 * A recorded response of the release. It is the response of an operator route of `service`, or of the gateway if
 * `service` is null.
 */
const recordedRead = z.object({
  service: z.enum(dataServiceNames).nullable(),
  path: z.string(),
  body: z.unknown(),
});
export type RecordedRead = z.infer<typeof recordedRead>;

/** What a release's data folder contains, for the tests of later versions. */
export const releaseData = z.object({
  version: z.string(),
  userId: z.int(),
  accessToken: z.string(),
  propertyId: z.int(),
  /** The responses to reads of all records. */
  reads: z.array(recordedRead),
  /**
   * A guest with a new first name, and a thread with this guest. The event of the change was not published. The thread
   * shows the new name when messaging has consumed the event.
   */
  pending: z.object({ guestId: z.int(), threadId: z.int(), firstName: z.string() }),
});
export type ReleaseData = z.infer<typeof releaseData>;

/** Fields that depend on the time or on the URL of the platform. */
const changingFields = new Set(['attachment_urls', 'payment_form', 'next_page_url', 'last_used_utc']);

/**
 * Returns a response without the fields that may differ when a later version repeats the read. For example, the status
 * of a quote changes when the quote expires.
 */
export function lastingPart({ path, body }: Pick<RecordedRead, 'path' | 'body'>): unknown {
  const isQuote = /^\/v[12]\/quotes/.test(path);
  const changing = (name: string) =>
    changingFields.has(name) || (isQuote && ['status', 'updated_utc', 'updatedUtc', 'paymentForm'].includes(name));
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !changing(name));
    return Object.fromEntries(entries.map(([name, part]: [string, unknown]) => [name, without(part)]));
  };
  return without(body);
}
