import type { PlatformProcess } from '../../processes/kept-processes';

/** How long a check may take, in milliseconds. */
const CHECK_MS = 2000;

/**
 * Whether a process runs and can serve requests. Services report their readiness; the database and Kafka can serve
 * requests as soon as they run.
 */
export async function isReady({ pid, operations }: PlatformProcess): Promise<boolean> {
  if (pid === undefined) return false;
  if (operations === undefined) return true;
  try {
    const response = await fetch(`${operations}/readyz`, { signal: AbortSignal.timeout(CHECK_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
