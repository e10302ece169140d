import { readFileSync } from 'node:fs';
import type { Dispatcher } from 'undici';

/** Requests at the same time. */
const AT_ONCE = 8;

/** The result of one turn. */
export interface Measured {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** The processor time of the server for each answer, in milliseconds; undefined where the system does not tell it. */
  cpuMs: number | undefined;
}

/** A server under measurement. */
export interface Target {
  client: Dispatcher;
  pid: number;
}

/** Requests a path repeatedly for so long. @throws Error when an answer is not of the expected length. */
export async function measure(
  { client: target, pid }: Target,
  path: string,
  headers: Record<string, string>,
  durationMs: number,
  expectedBytes: number,
): Promise<Measured> {
  const latencies: number[] = [];
  const cpuBefore = cpuMsOf(pid);
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < durationMs) {
      const sent = performance.now();
      const { statusCode, body } = await target.request({ method: 'GET', path, headers });
      const { byteLength } = await body.arrayBuffer();
      if (statusCode !== 200 || byteLength !== expectedBytes) {
        throw new Error(`${path} answered ${statusCode} with ${byteLength} bytes; expected ${expectedBytes}`);
      }
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const elapsedMs = performance.now() - started;
  const cpuAfter = cpuMsOf(pid);
  latencies.sort((a, b) => a - b);
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    medianMs: latencies[Math.floor(latencies.length / 2)]!,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)]!,
    cpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / latencies.length,
  };
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The processor time that a process has used, in milliseconds; undefined on other systems than Linux. */
function cpuMsOf(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
