import assert from 'node:assert/strict';
import { until } from './compose/until.mjs';

const health = (docker, id) => docker.inspect(id).State.Health.Status;

/** Checks the programs of the image that do one thing, and the embedded database. */
export async function checkPrograms(docker, checks) {
  await checks.check('it refuses an unknown argument, and lists the known ones', () => {
    const { status, stderr } = docker.run([], 'bookings');
    assert.equal(status, 2);
    assert.match(stderr, /unknown argument "bookings"; use one of: gateway, .*standalone, .*healthcheck/);
  });

  await checks.check('a service without settings names those that are missing', () => {
    const { status, stderr } = docker.run([], 'booking');
    assert.equal(status, 1);
    assert.match(stderr, /MONGODB_URI: is not set/);
  });

  await checks.check('keys makes every key once', () => {
    const volume = ['--volume', `${docker.makeVolume()}:/keys`];
    assert.match(docker.run(volume, 'keys', '/keys').stdout, /made gateway, operator, portal/);
    assert.match(docker.run(volume, 'keys', '/keys').stdout, /has all keys/);
  });

  const network = docker.makeNetwork(`keyhaven-check-${process.pid}`);
  await checks.check('the embedded database accepts connections of other containers if it is told to', async () => {
    const settings = ['--env', 'KEYHAVEN_DATABASE_LISTEN=0.0.0.0:27017', '--network-alias', 'database'];
    const volume = ['--volume', `${docker.makeVolume()}:/data`];
    const id = docker.start([...settings, ...volume, '--network', network], 'embedded-mongo');
    await until('the database is healthy', () => health(docker, id) === 'healthy');
  });

  const onDatabase = ['--network', network, '--env', 'MONGODB_URI=mongodb://database:27017'];
  const wait = [...onDatabase, '--env', 'WAIT_FOR_SCHEMA_SECONDS=1'];
  await checks.check('wait-for-schema ends with an error while a database is not migrated', () => {
    const { status, output } = docker.run(wait, 'wait-for-schema', 'identity');
    assert.equal(status, 1, output);
    assert.match(output, /gave up after 1 seconds/);
  });

  await checks.check('migrate migrates the database of every service', () => {
    const { status, output } = docker.run(onDatabase, 'migrate');
    assert.equal(status, 0, output);
    assert.match(output, /identity: schema version \d+/);
  });

  await checks.check('wait-for-schema ends when a database is migrated', () => {
    const { status, output } = docker.run(wait, 'wait-for-schema', 'identity');
    assert.equal(status, 0, output);
  });
}
