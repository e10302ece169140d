// The targets that nx infers for every project; the plugin of eslint adds lint. nx.json says which files, settings and
// other targets a target depends on: its cached result holds for these.
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A jest run of one tier; jest.preset.cjs says which files it takes. */
function tests(projectRoot, tier, options = '') {
  return {
    executor: 'nx:run-commands',
    options: {
      // The root's jest.config.cjs, which sets the time limit for all projects, is not read here.
      command: `jest --passWithNoTests --testTimeout=60000 ${options}`.trim(),
      cwd: projectRoot,
      env: { KEYHAVEN_TIER: tier },
    },
  };
}

function targetsOf(projectRoot, workspaceRoot) {
  const has = (file) => existsSync(path.join(workspaceRoot, projectRoot, file));
  const targets = { typecheck: { command: `node tools/build/typecheck.mjs ${projectRoot}` } };
  if (!projectRoot.startsWith('tools')) {
    targets['lint:layers'] = { command: `depcruise --config tools/lint/dependency-cruiser.cjs ${projectRoot}` };
  }
  if (has('jest.config.cjs')) {
    targets.test = tests(projectRoot, 'unit');
    targets['test:service'] = tests(projectRoot, 'service');
    targets['test:conformance'] = tests(projectRoot, 'conformance');
    targets['test:kafka'] = tests(projectRoot, 'kafka', '--runInBand');
    targets['test:crash'] = tests(projectRoot, 'crash', '--maxWorkers=3');
  }
  // The apps, and the embedded database as a process.
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
