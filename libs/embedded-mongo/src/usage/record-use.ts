import { appendFileSync } from 'node:fs';

/** The kinds of MongoDB features whose use is recorded. */
export type UseKind =
  'command' | 'query' | 'update' | 'push' | 'projection' | 'stage' | 'accumulator' | 'expression' | 'variable';

/**
 * The file in which each feature is recorded at its first use. If the environment variable is not
 * set, nothing is recorded.
 */
const file = process.env.KEYHAVEN_DATABASE_USAGE;
const recorded = new Set<string>();

/** Records that a command, an operator or a stage was used, for `npm run database:operators`. */
export function recordUse(kind: UseKind, name: string): void {
  if (!file) return;
  const line = `${kind} ${name}\n`;
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(file, line);
}
