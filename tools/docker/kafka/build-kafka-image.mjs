// Builds the image `keyhaven-kafka:local`, with the jars of tools/kafka: node tools/docker/kafka/build-kafka-image.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchKafka } from '../../kafka/fetch-kafka.mjs';
import { baseImages } from '../base-image.mjs';
import { NoEngine } from '../engine.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));

/** The image that docker-compose.local.yml uses. Test suites use it if KEYHAVEN_KAFKA_IMAGE contains its name. */
export const KAFKA_IMAGE = 'keyhaven-kafka:local';

/** The modules of Java that the broker loads. Log4j needs java.desktop, which contains java.beans. */
const MODULES =
  'java.base,java.desktop,java.logging,java.management,java.management.rmi,java.naming,java.security.jgss,java.security.sasl,' +
  'java.sql,java.xml,jdk.crypto.ec,jdk.management,jdk.security.jgss,jdk.unsupported,jdk.zipfs';

/**
 * Builds the image unless the engine has it.
 * @throws NoEngine with the reason if this machine lacks a program that the build needs.
 */
export async function buildKafkaImage(engine) {
  const env = { ...process.env, ...engine.environment, DOCKER_BUILDKIT: '0' };
  const docker = (...args) => spawnSync('docker', args, { encoding: 'utf8', env });
  if (docker('image', 'inspect', KAFKA_IMAGE).status === 0) return KAFKA_IMAGE;
  const jars = await fetchKafka().catch((error) => {
    throw new NoEngine(error.message);
  });
  const { BASE_IMAGE } = await baseImages(engine);
  const context = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-kafka-image-'));
  try {
    for (const file of ['Dockerfile', 'run.sh', 'log4j2.properties']) {
      cpSync(path.join(here, file), path.join(context, file));
    }
    cpSync(jars, path.join(context, 'jars'), { recursive: true });
    cpSync(javaRuntime(path.dirname(jars)), path.join(context, 'jre'), { recursive: true, verbatimSymlinks: true });
    const { status, stdout, stderr } = docker(
      ...['build', '--quiet', '--tag', KAFKA_IMAGE, '--build-arg', `BASE_IMAGE=${BASE_IMAGE}`, context],
    );
    if (status !== 0) throw new Error(`${KAFKA_IMAGE} could not be built: ${stdout}${stderr}`);
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
  return KAFKA_IMAGE;
}

/** @returns a folder with a small Java runtime, which is made from the JDK of this machine. */
function javaRuntime(cache) {
  const runtime = path.join(cache, `java-${createHash('sha256').update(MODULES).digest('hex').slice(0, 12)}`);
  if (existsSync(runtime)) return runtime;
  mkdirSync(cache, { recursive: true });
  const partial = path.join(mkdtempSync(path.join(cache, 'partial-')), 'java');
  const options = ['--strip-debug', '--no-header-files', '--no-man-pages', '--add-modules', MODULES];
  const { status, stderr, stdout, error } = spawnSync('jlink', [...options, '--output', partial], { encoding: 'utf8' });
  if (error) throw new NoEngine('the image of Kafka is made with jlink: install a JDK 17 or newer');
  if (status !== 0) throw new Error(`jlink failed: ${stdout}${stderr}`);
  if (!existsSync(runtime)) renameSync(partial, runtime);
  rmSync(path.dirname(partial), { recursive: true, force: true });
  return runtime;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const environment = process.env.DOCKER_HOST ? { DOCKER_HOST: process.env.DOCKER_HOST } : {};
  console.log(await buildKafkaImage({ environment }));
}
