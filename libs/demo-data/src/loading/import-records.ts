import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_MEDIA_TYPE, importReport } from '@keyhaven/contracts/shared/import-contract';
import type { TargetApi } from './demo-target';
import { ATTEMPTS, DemoDataError, isTemporary, post, type Route } from './post-record';

/**
 * A record to import. `name` identifies it in errors and in its import key. `body` is the body that
 * creates it.
 */
export interface ImportLine {
  name: string;
  body: object;
}

/**
 * Imports records into an account, and returns their ids by name. Sends a record again if the
 * service temporarily cannot create it.
 * @throws DemoDataError for the first record that could not be created, with the response.
 */
export async function importRecords(
  api: TargetApi,
  route: Route,
  userId: number,
  lines: readonly ImportLine[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let attempt = 1, left = lines; ; attempt++) {
    const what = left.length === 1 ? left[0]!.name : `${left[0]!.name} or one of the ${left.length - 1} after it`;
    const call = { name: what, route, params: { user_id: userId }, answer: importReport };
    // The import key of a record is the same in every run, so nothing is created twice.
    const body = left.map((line) => JSON.stringify({ import_key: `demo/${line.name}`, ...line.body })).join('\n');
    const { items } = await post(api, call, { headers: { 'content-type': IMPORT_MEDIA_TYPE }, body });
    if (items.length !== left.length) throw new DemoDataError(what, 'the report has a different number of lines');
    for (const [index, { id, error }] of items.entries()) {
      const { name } = left[index]!;
      if (id !== null) ids.set(name, id);
      else if (attempt >= ATTEMPTS || !isTemporary(error?.status_code))
        throw DemoDataError.refused(name, error?.status_code, JSON.stringify({ messages: error?.messages }));
    }
    left = left.filter(({ name }) => !ids.has(name));
    if (left.length === 0) return ids;
    await sleep(1000);
  }
}
