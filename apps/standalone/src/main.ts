import path from 'node:path';
import { makeDataFolder } from '@keyhaven/service/data-folder/data-folder';
import { demoTarget, startDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { readConfiguration } from '@keyhaven/service/configuration';
import { createLogger, type LogFile, logToFile } from '@keyhaven/service/logger';
import { operationsAddress, serveOperations } from '@keyhaven/service/operations/operations';
import { type Platform, startPlatform } from './platform';
import { standaloneSettings, type StandaloneSettings } from './settings';

/** Undefined until it runs. */
let platform: Platform | undefined;
/** Undefined until it is open, and when the log goes to standard output. */
let logFile: LogFile | undefined;

async function main(settings: StandaloneSettings): Promise<void> {
  const folder = path.resolve(settings.KEYHAVEN_DATA);
  await makeDataFolder(folder);
  const { LOG_FILE = path.join(folder, 'keyhaven.log') } = settings;
  const isFile = LOG_FILE !== '-';
  if (isFile) logFile = logToFile(LOG_FILE);
  const logger = createLogger('standalone', settings.LOG_LEVEL, logFile);
  console.log(`Starting Keyhaven; its data is in ${folder}${isFile ? `, its log in ${LOG_FILE}` : ''}`);
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
  endCleanly(platform);
  if (settings.KEYHAVEN_DEMO === 'off') {
    console.log(`\nKeyhaven is ready at ${platform.url}\n`);
    return;
  }
  await startDemo(demoTarget(platform.services, platform.sign), folder, platform.url, process.stdout);
}

/** Ctrl-C finishes the requests in flight and exits; a second Ctrl-C exits immediately. */
function endCleanly(platform: Platform): void {
  let stopping = false;
  const stop = () => {
    if (stopping) exitNow();
    stopping = true;
    console.log('\nEnding …');
    platform.stop().then(() => process.exit(0), fail);
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
 * Exits without finishing anything: acknowledged writes are on disk. While the platform runs, process.exit is not safe: it
 * waits for the database's thread, and a thread that is interrupted in a transaction never ends.
 */
function exitNow(): never {
  if (platform) {
    try {
      logFile?.flushSync();
    } finally {
      // Also when the log cannot be written, because the disk is full.
      process.kill(process.pid, 'SIGKILL');
    }
  }
  process.exit(1);
}

// Unexpected errors, among them those of printing to a closed terminal.
process.on('uncaughtException', fail);

try {
  main(readConfiguration(standaloneSettings, process.env)).catch(fail);
} catch (error) {
  fail(error);
}
