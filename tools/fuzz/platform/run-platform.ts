/**
 * Runs a platform for a fuzzer in a separate process. The fuzzer starts this process with an IPC channel and
 * `--expose-gc`, and sends commands to it.
 */
import path from 'node:path';
import { createLogger, logToFile } from '@keyhaven/service/observability/logger';
import { startPlatform } from '@keyhaven/standalone/platform';
import type { Reply } from './messages';

const { FUZZ_FOLDER, FUZZ_WORKER_FILE, LOG_LEVEL = 'error' } = process.env;

async function main(folder: string): Promise<void> {
  const logFile = logToFile(path.join(folder, 'platform.log'));
  const platform = await startPlatform({
    folder,
    host: '127.0.0.1',
    port: 0,
    logger: createLogger('fuzz', LOG_LEVEL, logFile),
    workerFile: FUZZ_WORKER_FILE,
  });
  const reply = (message: Reply) => void process.send?.(message);
  const stop = () => void platform.stop().then(() => process.exit(0));
  process.on('message', (command: unknown) => {
    if (command === 'stop') return stop();
    logFile.flushSync();
    // Collect garbage twice, because some objects are freed only after finalizers have run.
    global.gc?.();
    global.gc?.();
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    return reply({ kind: 'memory', heapUsed, arrayBuffers, rss });
  });
  process.once('disconnect', stop);
  reply({ kind: 'ready', url: platform.url, services: platform.services });
}

if (FUZZ_FOLDER === undefined) throw new Error('FUZZ_FOLDER is not set: only the fuzzer starts this program');
main(FUZZ_FOLDER).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
