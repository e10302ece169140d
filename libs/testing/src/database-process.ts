import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Program, startProgram } from './program';

const root = path.resolve(__dirname, '../../..');

/**
 * The embedded database as a separate process that a test may kill and restart. The address of the
 * database stays the same.
 */
export interface DatabaseProcess {
  uri: string;
  /** The id of the database's process, which a test may pause (SIGSTOP) and continue. */
  readonly pid: number;
  /** Kills the database (SIGKILL) and starts it again with the same folder. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabaseProcess(): Promise<DatabaseProcess> {
  const file = path.join(root, 'dist/libs/embedded-mongo/main.js');
  execFileSync(process.execPath, [path.join(root, 'tools/build/bundle.mjs'), 'embedded-mongo'], { cwd: root });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-database-'));
  const start = (): Promise<Program> => startProgram(file, { KEYHAVEN_DATA: folder }, /mongodb:\/\/\S+(?=\s)/);
  let running = await start();
  return {
    uri: running.ready[0],
    get pid() {
      return running.child.pid!;
    },
    crash: async () => {
      await running.kill();
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
