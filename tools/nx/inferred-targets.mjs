// Defines the targets that nx infers for every project. The eslint plugin adds `lint`. nx.json lists the files,
// settings and other targets on which a cached result depends.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
/**
 * In the folder of a project, jest does not read the jest.config.cjs of the root folder, so the
 * options in that file are passed as arguments.
 */
const { maxWorkers, testTimeout } = require('../../jest.config.cjs');
const { isInTier, serialTiers, tiers } = require('../../libs/testing/jest/tiers.cjs');

/**
 * Returns a target that runs the tests of one tier of libs/testing/jest/tiers.cjs. The target fails if the tier has no
 * tests.
 */
function testsOf(tier, projectRoot) {
  const workers = serialTiers.includes(tier) ? '--runInBand' : `--maxWorkers=${maxWorkers}`;
  return {
    executor: 'nx:run-commands',
    options: {
      command: `jest --testTimeout=${testTimeout} ${workers}`,
      cwd: projectRoot,
      env: { KEYHAVEN_TIER: tier },
    },
  };
}

/**
 * A target for each tier in which the project has tests. `test` runs the tests that need no
 * database. In a project without such tests, `test` runs the tests with a database.
 */
function testTargets(projectRoot, files) {
  const has = (tier) => files.some((file) => isInTier(tier, projectRoot, file));
  const targets = {};
  for (const tier of Object.keys(tiers)) {
    if (tier !== 'all' && tier !== 'unit' && has(tier)) targets[`test:${tier}`] = testsOf(tier, projectRoot);
  }
  if (has('unit')) targets.test = testsOf('unit', projectRoot);
  else if (has('service')) targets.test = { executor: 'nx:noop', dependsOn: ['test:service'] };
  return targets;
}

function testFilesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules/'));
}

function targetsOf(projectRoot, workspaceRoot) {
  const folder = path.join(workspaceRoot, projectRoot);
  const has = (file) => existsSync(path.join(folder, file));
  const targets = { typecheck: { command: `node tools/build/typecheck.mjs ${projectRoot}` } };
  if (!projectRoot.startsWith('tools')) {
    targets['lint:layers'] = { command: `node tools/lint/check-layers.mjs ${projectRoot}` };
  }
  if (has('jest.config.cjs')) Object.assign(targets, testTargets(projectRoot, testFilesIn(folder)));
  // The projects that have a bundle: all apps, and the embedded database, which can run as a separate process.
  if (has('src/main.ts')) {
    targets.build = { command: `node tools/build/bundle.mjs ${path.basename(projectRoot)}` };
    targets.serve = { command: `node --enable-source-maps dist/${projectRoot}/main.js`, continuous: true };
  }
  return targets;
}

export const createNodesV2 = [
  '{apps,libs,tools}/**/project.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = path.dirname(file);
      return [file, { projects: { [root]: { targets: targetsOf(root, workspaceRoot) } } }];
    }),
];
