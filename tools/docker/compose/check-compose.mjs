// Starts the platform with docker-compose and checks it: node tools/docker/compose/check-compose.mjs
//
// Books nights, kills containers between a booking and its delivery, and compares the deliveries with the event log.
// The last line is `N passed, N failed`. If no Docker engine can run here, prints the reason and exits with code 2.
import assert from 'node:assert/strict';
import { buildImage } from '../build-image.mjs';
import { NoEngine, withEngine } from '../engine.mjs';
import { buildKafkaImage } from '../kafka/build-kafka-image.mjs';
import { checkContainers } from './check-containers.mjs';
import { checkDeliveries } from './check-deliveries.mjs';
import { Checks } from '../checks.mjs';
import { AccountClient } from './client.mjs';
import { makeAccount } from './make-account.mjs';
import { ComposeProject } from './project.mjs';
import { Receiver } from './receiver.mjs';
import { freePorts } from '../../processes/children/free-ports.mjs';
import { until } from '../until.mjs';

const SKIPPED = 2;
/** How long the demo data may take to load on a slow machine, in milliseconds. */
const DEMO_MS = 600_000;
/** The private address ranges from which a Docker engine chooses the addresses of its networks. */
const PRIVATE = '172.16.0.0/12,192.168.0.0/16,10.0.0.0/8';

/** Waits for the credentials in the log of the demo. @returns a client that uses them. */
async function openDemo(project) {
  const find = (pattern) => pattern.exec(project.logs('demo'))?.[1];
  const token = await until('the log shows a token', () => find(/Access token +(\S+)/));
  const client = new AccountClient(find(/Keyhaven is ready at (\S+)/), `Bearer ${token}`);
  assert.equal((await client.get('/v2/users/me')).email_address, 'demo@example.com');
  assert.equal((await fetch(`${client.url}/portal`)).status, 200);
  return client;
}

/** Waits until the demo data is loaded. This takes a minute on an idle machine. */
async function untilDemoEnded(project) {
  await until('the demo ends', () => project.inspect('demo').State.Status === 'exited', DEMO_MS);
  assert.equal(project.inspect('demo').State.ExitCode, 0, project.logs('demo'));
}

async function run(engine, checks) {
  const images = { KEYHAVEN_IMAGE: await buildImage(engine), KAFKA_IMAGE: await buildKafkaImage(engine) };
  const [port] = await freePorts(1);
  const project = new ComposeProject(engine, `keyhaven-check-${process.pid}`, {
    ...images,
    KEYHAVEN_PORT: `${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_ALLOW: PRIVATE,
  });
  const receiver = new Receiver();
  try {
    await checks.check('docker-compose up starts every container', () => project.up());
    const demo = await checks.check('the log of the demo shows credentials that work', () => openDemo(project));
    await checkContainers(project, checks);
    const client = await checks.check('an operator can make an account in a container', () =>
      makeAccount(project, demo.url),
    );
    await checkDeliveries(project, client, receiver, checks);
    await checks.check('the demo data is loaded completely', () => untilDemoEnded(project));
    await checks.check('a second docker-compose up keeps the keys, the data and the credentials', async () => {
      await project.up();
      assert.match(project.logs('keys'), /has all keys and secrets/);
      await untilDemoEnded(project);
      assert.equal((await demo.get('/v2/users/me')).email_address, 'demo@example.com');
    });
  } finally {
    receiver.stop();
    await project.down();
  }
  await checks.check('docker-compose down -v leaves no container and no volume', () => {
    assert.deepEqual(project.containers(), []);
    const volumes = project.docker('volume', 'ls', '-q', '-f', `label=com.docker.compose.project=${project.name}`);
    assert.equal(volumes, '');
  });
}

const checks = new Checks();
try {
  await withEngine((engine) => run(engine, checks));
} catch (error) {
  if (error instanceof NoEngine && checks.failed === 0) {
    console.error(error.message);
    process.exit(SKIPPED);
  }
  if (checks.failed === 0) checks.failed += 1;
  console.error(error);
  process.exitCode = 1;
}
console.log(checks.totals());
