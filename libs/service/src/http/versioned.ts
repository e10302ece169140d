import type { RequestContext } from './request-context';

/** The version of new records. A repeated creation returns the original answer, with this version. */
export const FIRST_VERSION = 1;

/** Answers the record with its ETag; a record that is not stored has none. */
export async function versioned<Record>(
  context: RequestContext,
  found: Promise<{ record: Record; version?: number }>,
): Promise<Record> {
  const { record, version } = await found;
  if (version !== undefined) context.setVersion(version, record);
  return record;
}
