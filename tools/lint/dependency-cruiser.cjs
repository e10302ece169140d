/**
 * Forbids import circles of files, and checks the layers of an app. eslint's module boundaries do not check either. Run
 * it with `npm run lint:layers`, which also forbids import circles of folders.
 */

const services = require('../../libs/contracts/src/platform/services.json');
const { layerRules } = require('./layers.cjs');

/** Apps whose folders form the layers of layers.cjs: the services that store records. */
const LAYERED = Object.keys(services).filter((name) => services[name].topic !== null);

const tests = '(\\.test\\.ts|\\.type-test\\.ts)$|/src/testing/|/src/.+/testing/';

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment: 'Files that import each other cannot be understood, tested or moved separately.',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/' },
      to: { circular: true },
    },
    ...layerRules(LAYERED),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `dist/|${tests}` },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
  },
};
