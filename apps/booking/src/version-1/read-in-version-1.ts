import { pageInVersion1, type PageOfVersion1, recordInVersion1 } from '@keyhaven/contracts/shared/version-1';
import type { Page } from '@keyhaven/contracts/shared/paging';
import type { z } from 'zod';

/** Converts a list in the format of API version 2 to the format of version 1. */
export async function listInVersion1<Shown extends z.ZodType>(
  shown: Shown,
  answering: Promise<Page<object>>,
): Promise<PageOfVersion1<z.output<Shown>>> {
  return pageInVersion1(shown, await answering);
}

/** Converts a single record in the format of API version 2 to the format of version 1. */
export async function getInVersion1<Shown extends z.ZodType>(
  shown: Shown,
  answering: Promise<{ record: object; version: number }>,
): Promise<{ record: z.output<Shown>; version: number }> {
  const { record, version } = await answering;
  return { record: recordInVersion1(shown, record), version };
}
