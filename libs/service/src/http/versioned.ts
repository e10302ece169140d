import type { RequestContext } from './request-context';

/** The version of a new record. A creation that is repeated with its Idempotency-Key also gets this version. */
export const FIRST_VERSION = 1;

/**
 * Returns the record and sets its ETag. A record that was not stored has no version, so it gets no
 * ETag.
 */
export async function versioned<Record>(
  context: RequestContext,
  found: Promise<{ record: Record; version?: number }>,
): Promise<Record> {
  const { record, version } = await found;
  if (version !== undefined) context.setVersion(version, record);
  return record;
}
