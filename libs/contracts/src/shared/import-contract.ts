import { z } from 'zod';
import { errorBody } from './errors';
import { id, idInput } from './inputs';
import { writeErrors } from './responses';

/** The most lines of one import, and the most bytes of its body. */
export const MAX_IMPORTED_LINES = 5000;
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
export const IMPORT_MEDIA_TYPE = 'application/x-ndjson';

/** A line of a body, or why it cannot be read. */
export interface SentLine {
  /** Its number in the body, from 1. */
  line: number;
  text: string;
  fault?: string;
}

/** The lines of a body, which are read while they arrive. */
export type SentLines = AsyncIterable<SentLine>;

const sentLines = z.custom<SentLines>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  { error: `expected a JSON object in each line, with Content-Type: ${IMPORT_MEDIA_TYPE}` },
);

/** What became of a line. */
export const importedLine = z.object({
  line: z.int().positive(),
  /** The importer's own name of the record. */
  import_key: z.string().nullable(),
  /** `same`: an earlier import created the record under this key. */
  result: z.enum(['created', 'same', 'refused']),
  id: id.nullable(),
  /** Why the line was refused; nothing of it was stored, and it may be corrected and sent again under its key. */
  error: errorBody.nullable(),
});
export type ImportedLine = z.output<typeof importedLine>;

const count = z.int().min(0);
export const importReport = z.object({ created: count, same: count, refused: count, items: z.array(importedLine) });
export type ImportReport = z.output<typeof importReport>;

/**
 * A route that imports records of one kind into an account. Each line is the body of the route that creates one such record,
 * and `import_key`: a repeated line creates nothing. Lines are independent of each other and run at the same time.
 * @param records names the kind in the path.
 */
export function importRoute<const Records extends string>(records: Records) {
  return {
    method: 'POST',
    path: `/operator/accounts/:user_id/imports/${records}`,
    pathParams: z.object({ user_id: idInput }),
    body: sentLines,
    responses: { 200: importReport, ...writeErrors },
  } as const;
}
