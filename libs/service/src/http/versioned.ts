import type { RequestContext } from './request-context';

/** The version that records are created with. A repeated creation is answered as it was then, with this version too. */
export const FIRST_VERSION = 1;

/** Answers the record with its ETag; what is not stored has none. */
export async function versioned<Record>(
  context: RequestContext,
  found: Promise<{ record: Record; version?: number }>,
): Promise<Record> {
  const { record, version } = await found;
  if (version !== undefined) context.setVersion(version, record);
  return record;
}
