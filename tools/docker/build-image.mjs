// Builds the image on the engine at DOCKER_HOST: node tools/docker/build-image.mjs [TAG]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseImages } from './base-image.mjs';
import { NoEngine } from './engine.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The name of the image that the tests build. */
export const IMAGE = `keyhaven:${version}`;
/** The time limit of a build, in milliseconds. npm needs most of the time. */
const BUILD_MS = 900_000;

/**
 * Builds the image. The build uses the npm registry and the certificates of this machine. The image
 * does not contain them.
 * @returns the image's name.
 * @throws Error with the end of the output if the build fails; NoEngine if this machine cannot run
 *   the build.
 */
export async function buildImage(engine, tag = IMAGE) {
  const client = buildKitClient();
  const base = await baseImages(engine);
  const values = { ...base, VERSION: version, REVISION: revision() };
  const args = [
    'build',
    ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...secret('ca', process.env.NODE_EXTRA_CA_CERTS || npmSetting('cafile')),
    ...secret('npmrc', npmSetting('userconfig')),
    ...['--tag', tag, '.'],
  ];
  const env = { ...process.env, ...engine.environment, DOCKER_BUILDKIT: '1', BUILDKIT_PROGRESS: 'plain' };
  const options = { cwd: root, encoding: 'utf8', env, timeout: BUILD_MS, maxBuffer: 100_000_000 };
  const { status, stderr, stdout } = spawnSync(client, args, options);
  if (status !== 0) throw new Error(`the image cannot be built:\n${`${stdout}${stderr}`.slice(-5000)}`);
  return tag;
}

/**
 * Returns a docker client that can use BuildKit: a client with the plugin buildx, or a client
 * before version 23, because these clients contain BuildKit.
 */
function buildKitClient() {
  for (const client of ['docker', '/usr/bin/docker']) {
    if (spawnSync(client, ['buildx', 'version']).status === 0) return client;
    const { stdout } = spawnSync(client, ['--version'], { encoding: 'utf8' });
    const [, major] = /version (\d+)\./.exec(stdout ?? '') ?? [];
    if (Number(major) < 23) return client;
  }
  throw new NoEngine("docker's plugin buildx is missing");
}

function secret(id, file) {
  return file && existsSync(file) ? ['--secret', `id=${id},src=${file}`] : [];
}

function npmSetting(name) {
  const { stdout } = spawnSync('npm', ['config', 'get', name], { encoding: 'utf8' });
  const value = stdout?.trim();
  return value === 'null' || value === 'undefined' ? undefined : value;
}

function revision() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const environment = process.env.DOCKER_HOST ? { DOCKER_HOST: process.env.DOCKER_HOST } : {};
  console.log(await buildImage({ environment }, process.argv[2]));
}
