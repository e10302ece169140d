import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Engine } from './engine';

/**
 * Opens an engine in a new folder, for tests. `remove` closes the engine and deletes the folder.
 */
export async function temporaryEngine(): Promise<{ engine: Engine; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'embedded-mongo-'));
  const engine = await Engine.open(folder);
  return {
    engine,
    async remove() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
}
