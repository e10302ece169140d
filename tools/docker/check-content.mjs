import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The maximum size of the layers that the image adds to Debian and Node, in bytes. */
const MAX_BYTES = 80_000_000;
const readJson = (name) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

/** Checks the layers and the configuration of the image. */
export async function checkContent(docker, checks) {
  const { Config } = JSON.parse(docker.do('image', 'inspect', docker.image))[0];

  await checks.check(`the layers of the image, except Debian and Node, have less than ${MAX_BYTES / 1e6} MB`, () => {
    const layers = layersOf(docker);
    const bytes = layers.reduce((sum, { size }) => sum + size, 0);
    for (const { size, command } of layers)
      if (size > 0) console.log(`        ${size} bytes: ${command.slice(0, 100)}`);
    console.log(`        ${(bytes / 1e6).toFixed(1)} MB in total`);
    assert.ok(bytes > 1e6 && bytes < MAX_BYTES, `they have ${bytes} bytes`);
  });

  await checks.check('the image has the version of package.json, a health check and a user who is not root', () => {
    const { version, license } = readJson('package.json');
    assert.equal(Config.Labels['org.opencontainers.image.version'], version);
    assert.equal(Config.Labels['org.opencontainers.image.licenses'], license);
    assert.equal(Config.User, '10001:10001');
    assert.deepEqual(Config.Healthcheck.Test, ['CMD', 'node', '/app/run.mjs', 'healthcheck']);
  });

  await checks.check('the packages in the image are production dependencies, and npm is not in the image', () => {
    const { packages } = readJson('package-lock.json');
    const program = `console.log(process.version, fs.readdirSync('/app/node_modules').flatMap((name) =>
      name.startsWith('@') ? fs.readdirSync('/app/node_modules/' + name).map((part) => name + '/' + part) : name).join(' '))`;
    const [version, ...names] = docker
      .do('run', '--rm', '--entrypoint', 'node', docker.image, '-e', program)
      .split(' ');
    assert.match(version, /^v24\./);
    assert.ok(names.includes('lmdb'), names.join());
    for (const name of names) assert.ok(packages[`node_modules/${name}`]?.dev === undefined, name);
    assert.notEqual(docker.run(['--entrypoint', 'npm'], '--version').status, 0);
  });
}

/**
 * The layers that the Dockerfile adds to the base image, without the layer that contains the Node
 * program.
 */
function layersOf(docker) {
  const format = '{{.Size}}\t{{.CreatedBy}}';
  const history = docker.do('history', '--no-trunc', '--human=false', '--format', format, docker.image).split('\n');
  const all = history.map((line) => {
    const [size, ...command] = line.split('\t');
    return { size: Number(size), command: command.join(' ') };
  });
  // `docker history` lists the newest layer first. The oldest layer of the Dockerfile adds the user.
  const first = all.findIndex(({ command }) => command.includes('keyhaven:x:10001'));
  assert.notEqual(first, -1, history.join('\n'));
  return all.slice(0, first + 1).filter(({ command }) => !command.includes('/usr/local/bin/node'));
}
