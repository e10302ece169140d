// Writes dist/sbom.json, a CycloneDX document of the production dependencies: node
// tools/docker/sbom.mjs
//
// The program that makes the document is installed in dist/sbom-program. It is not a dependency of
// the repository, because only a release and CI need it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAM = '@cyclonedx/cyclonedx-npm';
/** The version is fixed, so that a new version of the program cannot break the tests of an old release. */
const PROGRAM_VERSION = '6.0.1';
const MAX_MS = 300_000;
/**
 * The only hosts that the document may mention. Any other host would come from the machine or
 * registry that was used.
 */
const KNOWN_HOSTS = ['cyclonedx.org', 'github.com'];

/**
 * Writes the document. @returns its path. @throws Error if `faultOf` finds a fault in the document.
 */
export function writeSbom() {
  const file = path.join(root, 'dist/sbom.json');
  const folder = path.join(root, 'dist/sbom-program');
  mkdirSync(folder, { recursive: true });
  // Leave out optional dependencies, because one of them compiles native code.
  const install = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--omit=optional'];
  const program = path.join(folder, 'node_modules', PROGRAM);
  const manifest = path.join(program, 'package.json');
  const isInstalled = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === PROGRAM_VERSION;
  if (!isInstalled) run('npm', [...install, '--prefix', folder, `${PROGRAM}@${PROGRAM_VERSION}`]);
  const what = ['--omit', 'dev', '--package-lock-only', '--mc-type', 'application', '--output-reproducible'];
  run(process.execPath, [
    path.join(program, 'bin/cyclonedx-npm-cli.js'),
    ...what,
    '--output-format',
    'JSON',
    '--output-file',
    file,
  ]);
  const fault = faultOf(readFileSync(file, 'utf8'), readJson('package.json'), readJson('package-lock.json'));
  if (fault !== undefined) throw new Error(`${file} ${fault}`);
  return file;
}

/**
 * @param text the document. The other parameters are the package.json and the lock file that the
 * document describes.
 * @returns what is wrong with the document; undefined if nothing is.
 */
export function faultOf(text, { name, version, dependencies }, { packages }) {
  const { bomFormat, metadata, components } = JSON.parse(text);
  if (bomFormat !== 'CycloneDX') return `has the format ${bomFormat}`;
  const { component } = metadata;
  if (component.name !== name || component.version !== version) return `is for ${component.name} ${component.version}`;
  const listed = new Set(components.map((part) => `${nameOf(part)}@${part.version}`));
  for (const [dependency, wanted] of Object.entries(dependencies)) {
    if (!listed.has(`${dependency}@${wanted}`)) return `does not contain ${dependency}@${wanted}`;
  }
  const installed = Object.entries(packages).map(([place, { version: exact, dev }]) => ({ place, exact, dev }));
  for (const part of components) {
    const isOf = ({ place, exact }) => place.endsWith(`node_modules/${nameOf(part)}`) && exact === part.version;
    if (!installed.some((candidate) => isOf(candidate) && !candidate.dev))
      return `contains ${nameOf(part)}@${part.version}, which is no production dependency`;
  }
  for (const [, host] of text.matchAll(/https?:\/\/([^/"\s]+)/g)) {
    if (!KNOWN_HOSTS.includes(host)) return `contains the address ${host}`;
  }
  return [root, os.homedir()].some((folder) => text.includes(`${folder}/`))
    ? 'contains a path of this machine'
    : undefined;
}

const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);
const readJson = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', timeout: MAX_MS });
  if (status !== 0) throw new Error(`${path.basename(args[0])} failed: ${stdout}${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(writeSbom());
