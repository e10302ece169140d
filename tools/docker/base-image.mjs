// The two images that the Dockerfile builds on: node tools/docker/base-image.mjs prints them as build arguments.
//
// If the public images cannot be pulled, this program makes similar images: Debian with mmdebstrap, and Node from the
// npm package that contains the Node program. Both images are kept in the user's cache folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, isOnPath, NoEngine } from './engine.mjs';

/** The defaults of the Dockerfile's build arguments. */
const PUBLIC = { BASE_IMAGE: 'debian:bookworm-slim', NODE_IMAGE: 'node:24-bookworm-slim' };
const LOCAL = { BASE_IMAGE: 'keyhaven-base:local', NODE_IMAGE: 'keyhaven-node:local' };

const SUITE = 'bookworm';
const NPM_PACKAGES = [`node@npm:node-linux-${process.arch}@24`, 'npm@11'];
const NODE_DOCKERFILE = `
ARG BASE_IMAGE
FROM \${BASE_IMAGE}
COPY node_modules/node/bin/node /usr/local/bin/node
COPY node_modules/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
`;

/**
 * The time limit for making an image, in milliseconds. The image with Debian takes a minute, but
 * downloads may be slow.
 */
const MAKE_MS = 480_000;
const PULL_MS = 300_000;

/**
 * Makes sure that the engine has the images that the Dockerfile builds on.
 * @returns the build arguments BASE_IMAGE and NODE_IMAGE.
 * @throws NoEngine if the images can neither be pulled nor made here.
 */
export async function baseImages(engine) {
  const docker = (...args) => dockerOf(engine, args, { timeout: PULL_MS });
  if (Object.values(PUBLIC).every((name) => docker('pull', '--quiet', name).status === 0)) return PUBLIC;
  const missing = Object.values(LOCAL).some((name) => docker('image', 'inspect', name).status !== 0);
  if (missing) {
    importBase(engine);
    buildNode(engine);
  }
  return LOCAL;
}

function importBase(engine) {
  const tar = debianTar();
  const { status, stderr } = dockerOf(engine, ['import', tar, LOCAL.BASE_IMAGE]);
  if (status !== 0) throw new Error(`docker import failed: ${stderr}`);
}

function buildNode(engine) {
  const folder = nodeFolder();
  const args = ['build', '--quiet', '--build-arg', `BASE_IMAGE=${LOCAL.BASE_IMAGE}`, '--tag', LOCAL.NODE_IMAGE];
  const { status, stderr, stdout } = dockerOf(engine, [...args, folder]);
  if (status !== 0) throw new Error(`the image of Node could not be built: ${stdout}${stderr}`);
}

function dockerOf(engine, args, { timeout = MAKE_MS } = {}) {
  // Use the classic builder, because every engine contains it.
  const env = { ...process.env, ...engine.environment, DOCKER_BUILDKIT: '0' };
  return spawnSync('docker', args, { encoding: 'utf8', timeout, env });
}

/** @returns a tar file with a minimal Debian. */
function debianTar() {
  const tar = path.join(cacheFolder(), `base-${SUITE}-${process.arch}.tar`);
  if (existsSync(tar)) return tar;
  if (!isOnPath('mmdebstrap')) {
    const problem = installPackages('mmdebstrap');
    if (problem !== undefined) throw new NoEngine(`the public base images cannot be pulled, and ${problem}`);
  }
  console.error('--- making a base image with mmdebstrap (once; a minute or so)');
  return made(tar, (partial) => run('mmdebstrap', ['--variant=minbase', '--format=tar', SUITE, partial]));
}

/** @returns a folder with Node, npm and the Dockerfile of their image. */
function nodeFolder() {
  const key = createHash('sha256')
    .update(NODE_DOCKERFILE + NPM_PACKAGES)
    .digest('hex')
    .slice(0, 12);
  return made(path.join(cacheFolder(), `node-${key}`), (partial) => {
    mkdirSync(partial);
    writeFileSync(path.join(partial, 'package.json'), '{}');
    run('npm', ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', partial, ...NPM_PACKAGES]);
    writeFileSync(path.join(partial, 'Dockerfile'), NODE_DOCKERFILE);
  });
}

/**
 * Makes a file or folder unless it exists. Makes it under a temporary name first, so that an interrupted run leaves
 * nothing that looks complete.
 */
function made(target, make) {
  if (existsSync(target)) return target;
  const partial = path.join(mkdtempSync(path.join(cacheFolder(), 'partial-')), path.basename(target));
  try {
    make(partial);
    if (!existsSync(target)) renameSync(partial, target);
  } finally {
    rmSync(path.dirname(partial), { recursive: true, force: true });
  }
  return target;
}

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: MAKE_MS });
  if (status !== 0) throw new Error(`${command} failed: ${stderr?.trim().split('\n').slice(-3).join('\n')}`);
}

function cacheFolder() {
  const folder = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'keyhaven');
  mkdirSync(folder, { recursive: true });
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const environment = process.env.DOCKER_HOST ? { DOCKER_HOST: process.env.DOCKER_HOST } : {};
  for (const [name, value] of Object.entries(await baseImages({ environment }))) {
    console.log(`--build-arg ${name}=${value}`);
  }
}
