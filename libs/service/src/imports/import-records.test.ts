import { ApiError } from '@keyhaven/contracts/shared/errors';
import { id } from '@keyhaven/contracts/shared/inputs';
import type { SentLine } from '@keyhaven/contracts/shared/import-contract';
import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { RequestContext } from '../http/mount-contract';
import { importWith } from './import-records';

const route = initContract().mutation({
  method: 'POST',
  path: '/v2/notes',
  body: z.object({ text: z.string() }),
  responses: { 200: z.object({ id }) },
});

async function* linesOf(...texts: string[]): AsyncGenerator<SentLine> {
  for (const [index, text] of texts.entries()) {
    yield { line: index + 1, text: JSON.stringify({ import_key: `line-${index + 1}`, text }) };
  }
}

/** Imports lines for account 1. An error that is not an ApiError is reported as `unexpected`. */
function importNotes(create: (text: string) => { record: { id: number } }, unexpected: ApiError, ...texts: string[]) {
  const importing = importWith({ route, api: 'operator', create: async (_scope, { text }) => create(text) });
  const refusalOf = (error: unknown) => (error instanceof ApiError ? error : unexpected);
  const context = { caller: { issuer: 'operator' }, refusalOf } as RequestContext;
  return importing({ params: { user_id: 1 }, body: linesOf(...texts), context });
}

const failsAt = (failing: string) => (text: string) => {
  if (text === failing) throw new TypeError('a fault of the code');
  return { record: { id: 7 } };
};

describe('an import in which creating one record throws an error', () => {
  it('reports internal_error for the line of this record, and creates the other records', async () => {
    const internal = new ApiError('internal_error', 'an internal error occurred');
    const { items } = await importNotes(failsAt('b'), internal, 'a', 'b', 'c');
    expect(items.map(({ result, error }) => [result, error?.status])).toEqual([
      ['created', undefined],
      ['refused', 'internal_error'],
      ['created', undefined],
    ]);
  });

  it('fails as a whole if the database is unavailable, so that the client can repeat the import', async () => {
    const unavailable = new ApiError('unavailable', 'the database is not available');
    await expect(importNotes(failsAt('b'), unavailable, 'a', 'b')).rejects.toBe(unavailable);
  });
});
