import promises from 'node:fs/promises';
import { countedCall } from './counted-calls';

type FileCall = (...values: unknown[]) => Promise<unknown>;

/** Counts calls that create, rename or remove files, for services that store files in a folder. */
export function countFileCalls(): void {
  for (const name of ['open', 'rename', 'rm'] as const) {
    const original = promises[name] as FileCall;
    const counted: FileCall = (...values) => countedCall(`${name} a file`, () => original(...values));
    Object.assign(promises, { [name]: counted });
  }
}
