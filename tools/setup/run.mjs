// Runs most npm scripts. Installs the dependencies if they are missing or old, builds the program if needed, and runs
// it.
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, noteInstalled } from './installed.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [task, ...args] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Keyhaven needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

installDependencies();
const tasks = {
  // Nothing is left to do, because the dependencies were installed above.
  install: () => {},
  start: () => runBundle('standalone'),
  db: () => runBundle('embedded-mongo'),
  migrate: () => runBundle('migrate', 'migrate.js'),
  backup: () => runBundle('backup', 'backup.js'),
  restore: () => runBundle('backup', 'restore.js'),
  processes: () => runProcesses(),
  dev: () => runTypeScript('tools/dev/dev.ts'),
  console: () => runTypeScript('tools/console/console.ts'),
  test: () => runJest(),
  'test:unit': () => runJest([], { KEYHAVEN_TIER: 'unit' }),
  'test:service': () => runJest([], { KEYHAVEN_TIER: 'service' }),
  'test:kafka': () => runJest(['--runInBand'], { KEYHAVEN_TIER: 'kafka' }),
  'test:conformance': () => runJest([], { KEYHAVEN_TIER: 'conformance' }),
  // Run the test files one after the other, because each starts a platform and a browser.
  'test:pages': () => runJest(['--runInBand'], { KEYHAVEN_TIER: 'pages' }),
  'test:python': () => runJest(['--runInBand'], { KEYHAVEN_TIER: 'python' }),
  'test:failure': () => runFailureTest(),
  'test:crash': () => runJest([], { KEYHAVEN_TIER: 'crash' }),
};
if (!tasks[task]) throw new Error(`unknown task ${task}; known are ${Object.keys(tasks).join(', ')}`);
await tasks[task]();

/** Installs the locked dependencies if the lock file has changed since the previous installation. */
function installDependencies() {
  if (isInstalled()) return;
  console.log('Installing dependencies (once; a minute or so) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The dependencies could not be installed; the messages above say why.');
    process.exit(1);
  }
  noteInstalled();
}

/** Bundles a deployable if needed, which takes some seconds, and runs it in this process. */
async function runBundle(name, program = 'main.js') {
  const { bundle } = await import('../build/bundle.mjs');
  const folder = await bundle(name);
  const file = path.join(folder, program);
  // The program reads its own arguments from process.argv.
  process.argv = [process.argv[0], file, ...args];
  // Use `require`, because `import` would parse the whole bundle a second time, to find its
  // exports.
  createRequire(import.meta.url)(file);
}

async function runProcesses() {
  await bundlePlatform();
  await runTypeScript('tools/processes/start-processes.ts');
}

/** Runs a platform of separate processes, and causes failures in it. */
async function runFailureTest() {
  await bundlePlatform();
  await runTypeScript('tools/failure/run-failure-test.ts');
}

/** Bundles every service and the embedded database as separate programs, if needed. */
async function bundlePlatform() {
  const { bundle } = await import('../build/bundle.mjs');
  const { serviceNames } = await import('../build/services.mjs');
  for (const name of ['embedded-mongo', ...serviceNames]) await bundle(name);
}

/** Runs a TypeScript tool in this process. */
async function runTypeScript(file) {
  const { register } = await import('tsx/cjs/api');
  register();
  createRequire(import.meta.url)(path.join(root, file));
}

function runJest(options = [], environment = {}) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [jest, ...options, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}
