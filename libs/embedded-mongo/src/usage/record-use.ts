import { appendFileSync } from 'node:fs';

/** The kinds of features of MongoDB that the embedded database knows by name. */
export type UseKind =
  'command' | 'query' | 'update' | 'push' | 'projection' | 'stage' | 'accumulator' | 'expression' | 'variable';

/**
 * The file to which each name is appended on its first use. Nothing is recorded if the environment variable is unset.
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
