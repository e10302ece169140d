import { errorBody } from '@keyhaven/contracts/shared/errors';
import { z } from 'zod';
import type { Account } from './account';
import type { Answer, Sent } from './http-client';
import type { NamedRoute } from './public-routes';
import { bodyOf } from './read-answer';
import type { Platform } from './start-platform';
import { validRequest } from './valid-request';

const results = z.array(
  z.object({ result: z.enum(['created', 'same', 'refused']), id: z.number().nullable(), error: errorBody.nullable() }),
);

interface Sender {
  platform: Platform;
  sendAsOther: (sent: Sent, url?: string) => Promise<Answer>;
}

/** Imports lines into an account. @returns the response, and the results of the lines. */
export async function importLines(
  { platform, sendAsOther }: Sender,
  { route, service }: NamedRoute,
  { userId }: Pick<Account, 'userId'>,
  lines: readonly object[],
) {
  const target = route.path.replace(':user_id', String(userId));
  const headers = { authorization: await platform.operatorToken(service) };
  const answer = await sendAsOther({ method: 'POST', target, headers, lines }, platform.services[service]);
  return { answer, items: bodyOf(answer, z.object({ items: results })).items };
}

/** The import line that creates a record in the account. */
export function lineOf(creation: NamedRoute, account: Account): object {
  return z.looseObject({}).parse(validRequest(creation, account).body);
}
