/**
 * Forbids circular imports between files, and checks the layers of an app. eslint's module boundaries check neither.
 * `npm run lint:layers` applies these rules, and also forbids circles of folders.
 */

const services = require('../../libs/contracts/src/platform/services.json');
const { layerRules } = require('./layers.cjs');

/** The apps that have the layers of layers.cjs: the services that store records. */
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
