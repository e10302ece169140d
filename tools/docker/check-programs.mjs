import assert from 'node:assert/strict';
import { until } from './until.mjs';

const health = (docker, id) => docker.inspect(id).State.Health.Status;

/** Checks the programs of the image that end by themselves, and the embedded database. */
export async function checkPrograms(docker, checks) {
  await checks.check('the image refuses an unknown argument, and lists the known arguments', () => {
    const { status, stderr } = docker.run([], 'bookings');
    assert.equal(status, 2);
    assert.match(stderr, /unknown argument "bookings"; use one of: gateway, .*standalone, .*healthcheck/);
  });

  await checks.check('a service without settings prints the names of the missing settings', () => {
    const { status, stderr } = docker.run([], 'booking');
    assert.equal(status, 1);
    assert.match(stderr, /MONGODB_URI: is not set/);
  });

  await checks.check('the program keys makes every key once', () => {
    const volume = ['--volume', `${docker.makeVolume()}:/keys`];
    assert.match(docker.run(volume, 'keys', '/keys').stdout, /made gateway, operator, portal/);
    assert.match(docker.run(volume, 'keys', '/keys').stdout, /has all keys/);
  });

  await checks.check(
    'the program keys replaces keys step by step, and copies to each folder only what its process may read',
    () => {
      // Docker copies the content of the folder in the image to a new volume.
      const volume = ['--volume', `${docker.makeVolume()}:/keys`, '--volume', `${docker.makeVolume()}:/keys-of`];
      const keys = (...args) => docker.run(volume, 'keys', '/keys', ...args);
      assert.match(keys('--deliver', '/keys-of').stdout, /\/keys-of: changed .*fees/);
      assert.match(keys('--replace').stdout, /published new keys of gateway/);
      const early = keys('--use-new');
      assert.equal(early.status, 1);
      assert.match(early.stderr, /wait \d+ seconds/);
      assert.match(keys('--use-new', '--now').stdout, /fees, .* use new keys/);
      assert.match(keys('--remove-old', '--now').stdout, /removed .*fees-/);
      const list = ['--entrypoint', 'ls', ...volume];
      assert.equal(docker.run(list, '/keys-of/fees').stdout, 'fees.json\npublic.json\n');
    },
  );

  const network = docker.makeNetwork(`keyhaven-check-${process.pid}`);
  await checks.check(
    'the embedded database accepts connections of other containers if a setting allows them',
    async () => {
      const settings = ['--env', 'KEYHAVEN_DATABASE_LISTEN=0.0.0.0:27017', '--network-alias', 'database'];
      const volume = ['--volume', `${docker.makeVolume()}:/data`];
      const id = docker.start([...settings, ...volume, '--network', network], 'embedded-mongo');
      await until('the database is healthy', () => health(docker, id) === 'healthy');
    },
  );

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

  await checks.check('wait-for-schema for the gateway waits for identity', () => {
    const settings = ['--env', 'IDENTITY_URL=http://127.0.0.1:1', '--env', 'WAIT_FOR_SCHEMA_SECONDS=1'];
    const { status, stderr } = docker.run(settings, 'wait-for-schema', 'gateway');
    assert.equal(status, 1);
    assert.match(stderr, /gave up after 1 seconds: identity at http:\/\/127\.0\.0\.1:1 does not answer/);
  });

  await checks.check(
    'the program backup writes a backup, and restore makes the databases and their indexes from it',
    () => {
      const volumes = [`${docker.makeVolume()}:/backups`, `${docker.makeVolume()}:/data`];
      const options = [...onDatabase, ...volumes.flatMap((volume) => ['--volume', volume])];
      const made = docker.run(options, 'backup', '/backups/first');
      assert.equal(made.status, 0, made.output);
      assert.match(docker.run(options, 'restore', '/backups/first').stderr, /--replace/);
      const restored = docker.run(options, 'restore', '/backups/first', '--replace');
      assert.equal(restored.status, 0, restored.output);
      assert.equal(docker.run(wait, 'wait-for-schema', 'identity').status, 0);
    },
  );
}
