// Runs a suite on a Kafka broker that testcontainers starts from the local image: node
// tools/docker/kafka/check-suite.mjs
//
// The last line is `N passed, N failed`. If no Docker engine can run here, prints the reason and exits with code 2.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../build/bundle.mjs';
import { withDatabase } from '../../ci/with-database.mjs';
import { NoEngine, withEngine } from '../engine.mjs';
import { buildKafkaImage } from './build-kafka-image.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const SUITE = 'libs/events/src/kafka/topics.kafka.test.ts';
const SKIPPED = 2;

/** Runs jest. @returns its results. */
async function runSuite(environment) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-suite-'));
  const file = path.join(folder, 'results.json');
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [jest, '--ci', '--json', `--outputFile=${file}`, SUITE], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment, KEYHAVEN_TIER: 'kafka' },
  });
  await new Promise((resolve) => child.once('close', resolve));
  const results = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(folder, { recursive: true });
  return results;
}

async function run(engine) {
  const image = await buildKafkaImage(engine);
  await bundle('embedded-mongo');
  await withDatabase(root, async ({ uri }) => {
    const results = await runSuite({
      ...engine.environment,
      MONGODB_URI: uri,
      KEYHAVEN_KAFKA_IMAGE: image,
      // Ryuk removes leftover containers. Do not use it, because its image cannot be pulled everywhere. It is not
      // needed: the suite stops its own container, and the engine removes the rest.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    });
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + results.numPendingTests;
    console.log(`${results.numPassedTests} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  });
}

try {
  await withEngine(run);
} catch (error) {
  if (!(error instanceof NoEngine)) throw error;
  console.error(error.message);
  process.exit(SKIPPED);
}
