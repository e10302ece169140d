import { setTimeout as sleep } from 'node:timers/promises';
import { type ImportedLine, IMPORT_MEDIA_TYPE, importReport } from '@keyhaven/contracts/shared/import-contract';
import { ATTEMPTS, DemoDataError, type RecordPoster, SHOWN_OF_ANSWER } from './post-record';

/** A record to import. `name` is used in errors and in its key, and `body` creates it. */
export interface ImportLine {
  name: string;
  body: object;
}

/**
 * Imports records, and returns their ids in the same order. Lines that a service temporarily cannot create are sent
 * again.
 * @param token returns a token for each request.
 * @throws DemoDataError for the first record that could not be created, with the answer.
 */
export async function importLines(
  poster: RecordPoster,
  path: string,
  lines: readonly ImportLine[],
  token: () => Promise<string>,
): Promise<number[]> {
  const ids = new Map<string, number>();
  let left = lines;
  for (let attempt = 1; ; attempt++) {
    const items = await send(poster, path, left, await token(), attempt);
    if (!items) {
      await sleep(1000);
      continue;
    }
    const refused = left.filter((_line, index) => items[index]!.result === 'refused');
    for (const [index, { name }] of left.entries()) if (items[index]!.id !== null) ids.set(name, items[index]!.id);
    if (refused.length === 0) return lines.map(({ name }) => ids.get(name)!);
    const final = left.findIndex((_line, index) => {
      const { error } = items[index]!;
      return error !== null && (!isTemporary(error.status_code) || attempt >= ATTEMPTS);
    });
    if (final >= 0) {
      const { status_code, messages } = items[final]!.error!;
      const why = `answered ${status_code}: ${JSON.stringify({ messages }).slice(0, SHOWN_OF_ANSWER)}`;
      throw new DemoDataError(left[final]!.name, why);
    }
    left = refused;
    await sleep(1000);
  }
}

/** Whether the same request or line should be sent again. */
function isTemporary(status: number): boolean {
  return status === 503 || status === 504;
}

/**
 * Sends one import.
 * @returns the report of each line, or undefined if the import should be sent again.
 */
async function send(
  poster: RecordPoster,
  path: string,
  lines: readonly ImportLine[],
  token: string,
  attempt: number,
): Promise<ImportedLine[] | undefined> {
  const what = lines.length === 1 ? lines[0]!.name : `${lines[0]!.name} or one of the ${lines.length - 1} after it`;
  const { status, text } = await poster.send(what, {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': IMPORT_MEDIA_TYPE },
    // A record has the same key in every run, so nothing is created twice.
    body: lines.map(({ name, body }) => JSON.stringify({ import_key: `demo/${name}`, ...body })).join('\n'),
  });
  if (isTemporary(status) && attempt < ATTEMPTS) return undefined;
  if (status !== 200) throw new DemoDataError(what, `answered ${status}: ${text.slice(0, SHOWN_OF_ANSWER)}`);
  const report = importReport.safeParse(JSON.parse(text));
  if (!report.success) throw new DemoDataError(what, 'answered 200, but not as in its contract', report.error);
  if (report.data.items.length !== lines.length)
    throw new DemoDataError(what, 'the report has a different number of lines');
  return report.data.items;
}
