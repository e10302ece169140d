import { testFiles } from './module-boundaries.mjs';

/**
 * Packages, or parts of packages, that only one file may import, so that they can be replaced in this file.
 * module-boundaries.mjs defines which libraries may import which packages. module-boundaries.test.ts checks that
 * violations fail.
 */

const tsRest = [
  ['@ts-rest/core', 'libs/contracts/src/platform/ts-rest.ts'],
  ['@ts-rest/express', 'libs/service/src/http/ts-rest.ts'],
].map(([name, file]) => ({ name, message: `Import what ${file} exports; it is the only file that imports ${name}.` }));

const metrics = {
  name: 'prom-client',
  importNames: ['Counter', 'Gauge', 'Histogram', 'Summary'],
  allowTypeImports: true,
  message:
    'Add the metric to the registry in libs/service/src/observability/registry, and create it with create-metric.ts.',
};

const rule = (...paths) => ({ '@typescript-eslint/no-restricted-imports': ['error', ...paths] });

/** If a file matches several entries, only the last one applies. */
export const restrictedImports = [
  { files: ['**/*.ts', '**/*.tsx'], rules: rule(...tsRest) },
  {
    files: ['libs/**/*.ts'],
    ignores: ['libs/service/src/observability/create-metric.ts', ...testFiles],
    rules: rule(...tsRest, metrics),
  },
  { files: ['libs/contracts/src/platform/ts-rest.ts'], rules: rule(tsRest[1], metrics) },
  { files: ['libs/service/src/http/ts-rest.ts'], rules: rule(tsRest[0], metrics) },
];
