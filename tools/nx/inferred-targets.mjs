// Defines the targets that nx infers for every project. The eslint plugin adds `lint`. nx.json lists the files,
// settings and other targets on which a cached result depends.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * In the folder of a project, jest does not read the jest.config.cjs of the root folder, so its
 * options are passed as arguments.
 */
const { maxWorkers, testTimeout } = createRequire(import.meta.url)('../../jest.config.cjs');

/** Runs the tests of one tier. jest.preset.cjs selects the files. */
function tests(projectRoot, tier, workers = `--maxWorkers=${maxWorkers}`) {
  return {
    executor: 'nx:run-commands',
    options: {
      command: `jest --passWithNoTests --testTimeout=${testTimeout} ${workers}`,
      cwd: projectRoot,
      env: { KEYHAVEN_TIER: tier },
    },
  };
}

function targetsOf(projectRoot, workspaceRoot) {
  const has = (file) => existsSync(path.join(workspaceRoot, projectRoot, file));
  const targets = { typecheck: { command: `node tools/build/typecheck.mjs ${projectRoot}` } };
  if (!projectRoot.startsWith('tools')) {
    targets['lint:layers'] = { command: `node tools/lint/check-layers.mjs ${projectRoot}` };
  }
  if (has('jest.config.cjs')) {
    targets.test = tests(projectRoot, 'unit');
    targets['test:service'] = tests(projectRoot, 'service');
    targets['test:conformance'] = tests(projectRoot, 'conformance');
    targets['test:kafka'] = tests(projectRoot, 'kafka', '--runInBand');
    targets['test:crash'] = tests(projectRoot, 'crash');
  }
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
