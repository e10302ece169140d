const { execFileSync, spawn } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../../..');

/**
 * Returns the URI of the test database, its origin (`kind`), and a function that stops the
 * database.
 */
exports.startTestDatabase = async function startTestDatabase() {
  if (process.env.MONGODB_URI) return { uri: process.env.MONGODB_URI, kind: 'given', stop: async () => {} };
  return (await startContainer()) ?? (await exports.startEmbedded());
};

async function startContainer() {
  if (!dockerAnswers()) return undefined;
  const { MongoDBContainer } = require('@testcontainers/mongodb');
  const container = await new MongoDBContainer('mongo:7').start();
  return {
    uri: `${container.getConnectionString()}?directConnection=true`,
    kind: 'container',
    stop: () => container.stop(),
  };
}

function dockerAnswers() {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the embedded database with a temporary folder, which is removed when the database stops.
 */
exports.startEmbedded = async function startEmbedded() {
  execFileSync(process.execPath, [path.join(root, 'tools/build/bundle.mjs'), 'embedded-mongo'], { cwd: root });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-test-'));
  const child = spawn(process.execPath, [path.join(root, 'dist/libs/embedded-mongo/main.js')], {
    env: { ...process.env, KEYHAVEN_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const uri = await new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /mongodb:\/\/\S+(?=\s)/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the embedded database ended with ${code}: ${printed}`)));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    uri,
    kind: 'embedded',
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
