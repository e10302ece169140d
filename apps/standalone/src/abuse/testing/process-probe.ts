import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** How often the memory is read, in milliseconds. */
const EVERY_MS = 50;
const KB_IN_MB = 1024;

/** The resident set size of a process, in megabytes. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kilobytes) / KB_IN_MB;
}

/** How many sockets a process has open, including those that its clients have already closed. */
export function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((descriptor) => isSocket(`${folder}/${descriptor}`)).length;
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:');
  } catch {
    // The process closed the file after the folder was read.
    return false;
  }
}

/** Measures the peak memory of a process until `stop` is called. */
export class MemoryWatch {
  readonly baselineMb: number;
  private peakMb: number;
  private readonly timer: NodeJS.Timeout;

  /** @param boundMb by how many megabytes the memory may grow. */
  constructor(
    readonly name: string,
    private readonly pid: number,
    private readonly boundMb: number,
  ) {
    this.baselineMb = this.peakMb = residentMb(pid);
    this.timer = setInterval(() => this.note(), EVERY_MS);
  }

  get growthMb(): number {
    this.note();
    return this.peakMb - this.baselineMb;
  }

  faults(): string[] {
    const growth = this.growthMb;
    if (growth <= this.boundMb) return [];
    return [`${this.name} grew by ${growth.toFixed(0)} MB; at most ${this.boundMb} MB are accepted`];
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private note(): void {
    this.peakMb = Math.max(this.peakMb, residentMb(this.pid));
  }
}
