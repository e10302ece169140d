import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import { z } from 'zod';

/** The module that simulates the faults in a process. Processes load it with `--require`. */
export const preload = path.join(__dirname, 'preload.cjs');

/** How long a process needs to notice that a fault has ended, in milliseconds. It looks five times per second. */
const END_MS = 500;
/** How long a process may take to have a fault, in milliseconds. */
const BEGIN_MS = 60_000;

export interface Fault {
  /** The process sees a clock that is fast by this, or slow if it is negative. */
  clockOffsetMs?: number;
  /** The process sees no free space on any disk. */
  isDiskFull?: boolean;
}

const report = z.object({ clock: z.number(), free: z.number() });
/** What a process sees: its clock in milliseconds since the epoch, and the free blocks of the disk. */
export type SeenByProcess = z.output<typeof report>;

/** Simulates faults in processes that loaded `preload`. A fault also holds after a restart of its process. */
export class Faults {
  /** @param folder has a file for each process with a fault. It is made here. */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** The environment that the processes need. */
  get environment(): Record<string, string> {
    return { KEYHAVEN_FAULTS: this.folder };
  }

  /**
   * Resolves with what the process sees as soon as it has the fault.
   * @param title the title of the process (`node --title`).
   * @throws Error if the process does not notice the fault.
   */
  async begin(title: string, fault: Fault): Promise<SeenByProcess> {
    const file = this.fileOf(title);
    rmSync(`${file}.seen`, { force: true });
    // A process must never read half a file.
    writeFileSync(`${file}.new`, JSON.stringify(fault));
    renameSync(`${file}.new`, file);
    await until(() => existsSync(`${file}.seen`), BEGIN_MS);
    return report.parse(JSON.parse(readFileSync(`${file}.seen`, 'utf8')));
  }

  /** Resolves when a running process has no fault any more. */
  async end(title: string): Promise<void> {
    rmSync(this.fileOf(title), { force: true });
    await sleep(END_MS);
  }

  private fileOf(title: string): string {
    return path.join(this.folder, `${title}.json`);
  }
}
