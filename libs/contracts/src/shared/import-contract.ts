import { z } from 'zod';
import { errorBody } from './errors';
import { id, idInput } from './inputs';
import { writeErrors } from './responses';

/** The maximum number of lines of one import, and the maximum size of its body in bytes. */
export const MAX_IMPORTED_LINES = 5000;
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
export const IMPORT_MEDIA_TYPE = 'application/x-ndjson';

/** One line of a body. `fault` states why the line cannot be parsed. */
export interface SentLine {
  /** The number of the line, from 1. */
  line: number;
  text: string;
  fault?: string;
}

/** The lines of a body, read while the body is still arriving. */
export type SentLines = AsyncIterable<SentLine>;

const sentLines = z.custom<SentLines>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
  { error: `expected a JSON object in each line, with Content-Type: ${IMPORT_MEDIA_TYPE}` },
);

export const importedLine = z.object({
  line: z.int().positive().describe('The number of the line, from 1.'),
  import_key: z
    .string()
    .nullable()
    .describe("The importer's own key for the record; null if the line has no valid one."),
  result: z
    .enum(['created', 'same', 'refused'])
    .describe('`same` means that an earlier import created the record under this key.'),
  id: id.nullable().describe('Id of the record; null if the line was refused.'),
  error: errorBody
    .nullable()
    .describe(
      'Why the line was refused. Nothing of it was stored. It may be corrected and sent again with the same key.',
    ),
});
export type ImportedLine = z.output<typeof importedLine>;

const count = z.int().min(0);
export const importReport = z.object({
  created: count.describe('Number of records that were created.'),
  same: count.describe('Number of lines whose record an earlier import created.'),
  refused: count.describe('Number of lines that were refused.'),
  items: z.array(importedLine).describe('The result of each line.'),
});
export type ImportReport = z.output<typeof importReport>;

/**
 * Creates a route that imports records of one kind into an account. Each line is the body of the route that creates one
 * record of this kind, plus an `import_key`. A repeated line creates nothing. Lines are independent of each other and
 * are processed in parallel.
 * @param records the kind of record, as in the path.
 */
export function importRoute<const Records extends string>(records: Records) {
  return {
    method: 'POST',
    path: `/operator/accounts/:user_id/imports/${records}`,
    pathParams: z.object({ user_id: idInput.describe('The account.') }),
    body: sentLines,
    summary: `Import ${records}`,
    description:
      `Creates ${records} from a body of JSON lines (\`Content-Type: ${IMPORT_MEDIA_TYPE}\`), at most ` +
      `${MAX_IMPORTED_LINES} lines. Each line is the body of the route that creates one record, plus an \`import_key\`. ` +
      'A line with a known key creates nothing. Each line succeeds or fails on its own.',
    responses: { 200: importReport, ...writeErrors },
  } as const;
}
