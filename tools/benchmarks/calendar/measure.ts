import type { Dispatcher } from 'undici';

/** Requests at the same time. */
const AT_ONCE = 8;

/** The result of one turn. */
export interface Measured {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
}

/** Requests a path repeatedly for so long. @throws Error when an answer is not of the expected length. */
export async function measure(
  target: Dispatcher,
  path: string,
  headers: Record<string, string>,
  durationMs: number,
  expectedBytes: number,
): Promise<Measured> {
  const latencies: number[] = [];
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
  latencies.sort((a, b) => a - b);
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    medianMs: latencies[Math.floor(latencies.length / 2)]!,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)]!,
  };
}
