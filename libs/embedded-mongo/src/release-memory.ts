import { Session } from 'node:inspector';

/**
 * Collects all garbage of this thread, and returns the free memory to the system. Without this, V8 keeps the memory for
 * minutes. The function `gc` of V8 keeps the memory of the young generation.
 */
export function releaseMemory(): void {
  const session = new Session();
  session.connect();
  // V8 calls back during the collection. If the session ended then, this thread would wait for itself.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
