import { isDeepStrictEqual } from 'node:util';

/** Compared without regard to case and underscores: clients send enum words in many spellings. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase().replaceAll('_', '') : value;
}

/**
 * Which fields of a body ask for what only the server decides, each fault in words. A field that a body carries with
 * the value that it has, before or after the change, asks for nothing.
 */
export function echoFaults(
  body: Record<string, unknown>,
  states: readonly Record<string, unknown>[],
  decided: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(decided)
    .filter(([field]) => body[field] !== undefined)
    .filter(([field]) => !states.some((state) => isDeepStrictEqual(plain(state[field] ?? null), plain(body[field]))))
    .map(([field, why]) => `${field}: ${JSON.stringify(body[field])?.slice(0, 80)} is not accepted; ${why}`);
}
