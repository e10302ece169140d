// Downloads the jars of a Kafka broker with Maven and keeps them in node_modules/.cache.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, mkdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const pom = path.join(here, 'pom.xml');
const cache = path.resolve(here, '../../node_modules/.cache/keyhaven-kafka');

/** Kafka 4 brokers run on Java 17 and newer. */
const JAVA_NEEDED = 17;

/** Returns what to install on this machine to run a broker; undefined if nothing is missing. */
export function missingForKafka() {
  const java = javaVersion();
  if (java === undefined)
    return `a Kafka broker needs Java: install a JRE ${JAVA_NEEDED} or newer (no "java" was found)`;
  if (java < JAVA_NEEDED) return `a Kafka broker needs Java ${JAVA_NEEDED} or newer: "java" is version ${java}`;
  if (!existsSync(jarsFolder()) && !runs('mvn', ['-v'])) {
    return 'the jars of Kafka are fetched with Maven: install Maven 3 (no "mvn" was found)';
  }
  return undefined;
}

/**
 * Returns the folder with the broker's jars. Downloads them first if they are missing.
 * @throws Error that says what to install, or that contains Maven's output if Maven failed.
 */
export async function fetchKafka() {
  const missing = missingForKafka();
  if (missing) throw new Error(missing);
  const folder = jarsFolder();
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Download into a temporary folder and rename it at the end, so that an interrupted download is not taken for a
  // complete one.
  const partial = mkdtempSync(path.join(cache, 'partial-'));
  try {
    await runMaven(['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${partial}`]);
    if (!existsSync(folder)) renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

/** The folder of the jars. Its name contains a hash of the pom, so that each version of Kafka has its own folder. */
function jarsFolder() {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return path.join(cache, `jars-${version}`);
}

function runMaven(args) {
  return new Promise((resolve, reject) => {
    const child = spawn('mvn', args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Maven could not fetch Kafka (exit ${code}):\n${output.trim()}`)),
    );
  });
}

/** The major version of the installed Java; undefined if there is none. */
function javaVersion() {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [, major] = /version "(\d+)/.exec(stderr) ?? [];
  return Number(major);
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0;
}
