import { Session } from 'node:inspector';

/**
 * Collects all garbage of this thread, and returns the free memory to the system. Otherwise V8 keeps the memory for
 * minutes. V8's function `gc` is not used, because it keeps the memory of the young generation.
 */
export function releaseMemory(): void {
  const session = new Session();
  session.connect();
  // V8 calls back during the collection. If the session ended in the callback, this thread would wait for itself.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
