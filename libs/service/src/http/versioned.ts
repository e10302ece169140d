import type { RequestContext } from './request-context';

/** The version of new records. A repeated creation returns the original answer, with this version. */
export const FIRST_VERSION = 1;

/** Returns the record and sets its ETag. A record that is not stored has no version and gets no ETag. */
export async function versioned<Record>(
  context: RequestContext,
  found: Promise<{ record: Record; version?: number }>,
): Promise<Record> {
  const { record, version } = await found;
  if (version !== undefined) context.setVersion(version, record);
  return record;
}
