// Runs conformance programs from a folder outside this repository. They use no code of this
// repository.
import path from 'node:path';
import { passedAndFailed } from './steps.mjs';
import { withDatabase } from './with-database.mjs';

const kills = (output) => {
  const found = /^(\d+) kills, \d+ acknowledged writes, (\d+) violations$/m.exec(output);
  if (!found) return { passed: 0, failed: 1 };
  const failed = Number(found[2]);
  return { passed: failed === 0 ? Number(found[1]) : 0, failed };
};

/** Runs the programs of a folder against the embedded database. @param program the `program` step of steps.mjs. */
export async function sharedConformance(root, folder, program) {
  const file = (name) => path.join(folder, name);
  await withDatabase(root, async ({ uri }) => {
    await program('shared conformance: known answers', [file('known-answers.mjs'), uri], passedAndFailed);
    await program('shared conformance: scenarios', [file('scenarios.mjs'), uri], passedAndFailed);
  });
  await withDatabase(root, async ({ uri, stop, command }) => {
    await stop();
    await program('shared conformance: crash', [file('crash.mjs'), uri, '12', ...command], kills);
  });
}
