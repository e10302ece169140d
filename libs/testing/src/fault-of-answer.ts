import { randomUUID } from 'node:crypto';
import { mayBeNullInDryRun } from '@keyhaven/contracts/shared/dry-run';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { z } from 'zod';

interface AnswerParts {
  status: number;
  body: unknown;
  /** Whether this is the response of a dry run, in which ids may be null. */
  isDry: boolean;
}

/**
 * Compares a response with its contract. Checks the status, the body, and that the body has no
 * undeclared fields.
 * @returns what is wrong, as a text that can follow the word "answered"; undefined if nothing is
 *   wrong.
 */
export function faultOfAnswer(route: AppRoute, { status, body, isDry }: AnswerParts): string | undefined {
  const schema = (route.responses as Record<number, z.ZodType>)[status];
  if (!schema) return `${status}, which its contract does not declare: ${JSON.stringify(body)}`;
  const result = schema.safeParse(isDry ? withIds(body, schema) : body);
  if (!result.success) return `${status} outside its contract: ${result.error.message}\n${JSON.stringify(body)}`;
  const unknown = unknownFields(body, result.data, '');
  return unknown.length === 0 ? undefined : `fields that its contract does not have: ${unknown.join(', ')}`;
}

/**
 * Fills in the ids and keys that are null in the response of a dry run, because nothing is stored.
 */
function withIds(body: unknown, schema: z.ZodType): unknown {
  const filled = structuredClone(body);
  for (const issue of schema.safeParse(body).error?.issues ?? []) {
    const holder = issue.path.slice(0, -1).reduce<any>((part, name) => part?.[name], filled);
    const name = issue.path.at(-1);
    if (issue.code !== 'invalid_type' || name === undefined || holder?.[name] !== null) continue;
    // Use the last name in the path, because the path of a list element ends with an index.
    const field = issue.path.findLast((part) => typeof part === 'string');
    if (field === undefined || !mayBeNullInDryRun(field)) continue;
    holder[name] = issue.expected === 'string' ? randomUUID() : 1;
  }
  return filled;
}

/** Lists the fields of a body that its contract does not have. */
function unknownFields(body: unknown, parsed: unknown, at: string): string[] {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    key in parsed ? unknownFields(value, (parsed as Record<string, unknown>)[key], `${at}${key}.`) : [`${at}${key}`],
  );
}
