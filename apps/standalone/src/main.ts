import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { makeDataFolder } from '@keyhaven/service/data-folder/data-folder';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { demoTarget, startDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { readConfiguration } from '@keyhaven/service/configuration';
import { createLogger, type LogFile, logToFile } from '@keyhaven/service/observability/logger';
import { operationsAddress, serveOperations } from '@keyhaven/service/operations/operations';
import { traceFailures } from '@keyhaven/service/observability/trace-failures';
import { FLUSH_MS } from '@keyhaven/service/run-process';
import { type RunningTracing, startTracing } from '@keyhaven/tracing/start-tracing';
import { type Platform, startPlatform } from './platform';
import { standaloneSettings, type StandaloneSettings } from './settings';

// By default, V8 lets the heap grow to four times the size of its live data before a full garbage
// collection. This program must run on small machines, so the heap may grow only to two and a half
// times that size.
setFlagsFromString('--heap-growing-percent=150');

/**
 * The platform needs some memory only while it starts. It releases this memory this long after the start, in
 * milliseconds. If the demo data is loaded, the delay begins after the load. The delay is long enough for the events of
 * the new records, which the platform handles in the first seconds after the load.
 */
const RELEASE_AFTER_MS = 10_000;

/** Undefined until the platform has started. */
let platform: Platform | undefined;
/** Undefined before the file is open, and if the log goes to standard output. */
let logFile: LogFile | undefined;
/** Whether the process was asked to end. */
let isStopping = false;

async function main(settings: StandaloneSettings): Promise<void> {
  const folder = path.resolve(settings.KEYHAVEN_DATA);
  await makeDataFolder(folder);
  const { LOG_FILE = path.join(folder, 'keyhaven.log') } = settings;
  const isFile = LOG_FILE !== '-';
  if (isFile) logFile = logToFile(LOG_FILE);
  const logger = createLogger('standalone', settings.LOG_LEVEL, logFile);
  const tracing = await startTracing(settings, {
    service: 'standalone',
    version: VERSION,
    onFailure: traceFailures(logger),
  });
  console.log(`Starting Keyhaven ${VERSION}; its data is in ${folder}${isFile ? `, its log in ${LOG_FILE}` : ''}`);
  const operations = await serveOperations(operationsAddress(settings));
  console.log(`Health and metrics are at ${operations.url}/readyz and ${operations.url}/metrics`);
  platform = await startPlatform({
    folder,
    host: settings.HOST,
    port: settings.PORT,
    logger,
    generation: settings.GENERATION,
    resyncPerSecond: settings.RESYNC_PER_SECOND,
  });
  operations.show(platform.operated);
  endCleanly(platform, tracing);
  if (settings.KEYHAVEN_DEMO === 'off') {
    console.log(`\nKeyhaven is ready at ${platform.url}, its pages at ${platform.url}/portal\n`);
  } else {
    const target = demoTarget(platform.services, platform.sign);
    const printsLink = settings.KEYHAVEN_LINK === 'on';
    await startDemo(target, folder, platform.url, process.stdout, { printsLink }).catch(reportDemoFailure);
  }
  setTimeout(() => platform?.releaseMemory(), RELEASE_AFTER_MS).unref();
}

/** Reports that the demo could not be prepared. The platform goes on, because it may have other accounts. */
function reportDemoFailure(error: unknown): void {
  // The demo data cannot be loaded while the platform stops. The next start continues the load.
  if (isStopping) return;
  console.error(`\nThe demo is not complete: ${error instanceof Error ? error.message : String(error)}`);
  console.log(
    `Keyhaven is ready at ${platform!.url}. The next start continues the demo; KEYHAVEN_DEMO=off leaves it out.`,
  );
  console.log('Ctrl-C stops Keyhaven.');
}

/**
 * On Ctrl-C or SIGTERM, finishes the open requests and exits. A second signal, or a failure of the platform, ends the
 * process immediately.
 */
function endCleanly(platform: Platform, tracing: RunningTracing | undefined): void {
  const stop = () => {
    if (isStopping) exitNow();
    isStopping = true;
    console.log('\nEnding …');
    const stopped = platform.stop().finally(() => tracing?.stop(FLUSH_MS));
    stopped.then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  platform.onFailure(fail);
}

function fail(error: unknown): never {
  console.error(`Keyhaven cannot go on: ${error instanceof Error ? error.message : String(error)}`);
  exitNow();
}

/**
 * Exits immediately. No data is lost, because acknowledged writes are on disk. While the platform runs, the process
 * kills itself: process.exit would wait for the database's thread, which never ends if it is interrupted in a
 * transaction.
 */
function exitNow(): never {
  if (platform) {
    try {
      logFile?.flushSync();
    } finally {
      // Kill the process even if the log cannot be written, for example because the disk is full.
      process.kill(process.pid, 'SIGKILL');
    }
  }
  process.exit(1);
}

// Exits on unexpected errors, such as a failed write to a closed terminal.
process.on('uncaughtException', fail);

try {
  main(readConfiguration(standaloneSettings, process.env)).catch((error) => {
    if (!isStopping) fail(error);
  });
} catch (error) {
  fail(error);
}
