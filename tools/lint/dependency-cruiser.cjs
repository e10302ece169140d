/**
 * Circles of files and folders, and the layers of an app, which eslint's module boundaries do not see.
 * `npm run lint:layers` checks them.
 */

const services = require('../../libs/contracts/src/platform/services.json');
const { layerRules } = require('./layers.cjs');

/** Apps whose folders form the layers of layers.cjs: the services that have records of their own. */
const LAYERED = Object.keys(services).filter((name) => services[name].topic !== null);

const tests = '(\\.test\\.ts|\\.type-test\\.ts)$|/src/testing/|/kafka/testing/';

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment: 'Files that import each other can only be understood, tested and moved together.',
      severity: 'error',
      from: { path: '^(apps|libs)/' },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'Folders form layers: of two folders, only one may import the other.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/' },
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
