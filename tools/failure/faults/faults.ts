import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import { z } from 'zod';

/** The module that simulates the faults in a process. Processes load it with `--require`. */
export const preload = path.join(__dirname, 'preload.cjs');

/**
 * How long a process needs to notice that a fault has ended, in milliseconds. The process checks
 * five times per second.
 */
const END_MS = 500;
/** How long it may take until a fault has an effect in a process, in milliseconds. */
const BEGIN_MS = 60_000;

export interface Fault {
  /** How far the clock of the process is ahead of the real time, in milliseconds. Negative if the clock is behind. */
  clockOffsetMs?: number;
  /** Whether every disk looks full to the process. */
  isDiskFull?: boolean;
}

const report = z.object({ clock: z.number(), free: z.number() });
/**
 * The time in milliseconds since the epoch, and the number of free blocks of the disk, as a process sees them.
 */
export type SeenByProcess = z.output<typeof report>;

/** Simulates faults in processes that loaded `preload`. A fault stays in effect when its process is restarted. */
export class Faults {
  /** @param folder the folder with a file for each process with a fault. It is created here. */
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** The environment variables that the processes need. */
  get environment(): Record<string, string> {
    return { KEYHAVEN_FAULTS: this.folder };
  }

  /**
   * Begins a fault. Resolves as soon as it has an effect, with the clock and disk as the process sees them.
   * @param title the title of the process (`node --title`).
   * @throws Error if the process does not notice the fault.
   */
  async begin(title: string, fault: Fault): Promise<SeenByProcess> {
    const file = this.fileOf(title);
    rmSync(`${file}.seen`, { force: true });
    // Write the file and then rename it, because a process must never read half a file.
    writeFileSync(`${file}.new`, JSON.stringify(fault));
    renameSync(`${file}.new`, file);
    await until(() => existsSync(`${file}.seen`), BEGIN_MS);
    return report.parse(JSON.parse(readFileSync(`${file}.seen`, 'utf8')));
  }

  /** Ends the fault of a process. Resolves when the process has had enough time to notice. */
  async end(title: string): Promise<void> {
    rmSync(this.fileOf(title), { force: true });
    await sleep(END_MS);
  }

  private fileOf(title: string): string {
    return path.join(this.folder, `${title}.json`);
  }
}
