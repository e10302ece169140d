import { appendFileSync } from 'node:fs';

/** The parts of MongoDB's language that the embedded database knows by name. */
export type UseKind =
  'command' | 'query' | 'update' | 'push' | 'projection' | 'stage' | 'accumulator' | 'expression' | 'variable';

/** The file that every name is appended to when it is used first; nothing is recorded while the variable is unset. */
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
