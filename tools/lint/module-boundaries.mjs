import { serviceNames } from '../build/services.mjs';

/** What may import what. The tags are in each project.json; module-boundaries.test.ts shows that violations fail. */

/** Files that are never deployed: they may import the library `testing`. */
export const testFiles = ['**/*.test.ts', '**/*.type-test.ts', '**/testing/**/*.ts'];

/** The app that composes the others into one process. */
export const compositionFiles = ['apps/standalone/**/*.ts'];
export const compositionTestFiles = ['apps/standalone/**/*.test.ts'];

/** Packages that only one library imports, so that they can be replaced there. */
const behindALibrary = ['@ts-rest/express', 'kafkajs', 'lmdb', 'bson'];

/**
 * The rule for deployed code; for tests, which may also import lib:testing and fast-check; and for the standalone app,
 * the only one that imports other apps. nx forbids every import of an app, so the allowed ones are named here.
 */
export function moduleBoundaries({ forTests = false, forComposition = false }) {
  const testing = forTests ? ['lib:testing'] : [];
  const testLibraries = forTests ? ['fast-check'] : [];
  const libs = ['contracts', 'service', 'persistence', 'events', 'stays', 'embedded-mongo'].map(
    (name) => `lib:${name}`,
  );
  return [
    'error',
    {
      enforceBuildableLibDependency: false,
      allow: forComposition ? serviceNames.map((app) => `@keyhaven/${app}/**`) : [],
      // Tests of these libraries import lib:testing, which imports the libraries.
      ignoredCircularDependencies: ['service', 'persistence', 'events', 'contracts'].map((name) => ['testing', name]),
      depConstraints: [
        // An app imports no other app; only the standalone app does.
        {
          sourceTag: 'type:app',
          onlyDependOnLibsWithTags: [...libs, ...testing],
          bannedExternalImports: behindALibrary,
        },
        {
          sourceTag: 'type:composition',
          onlyDependOnLibsWithTags: ['type:app', 'type:tool', ...libs, ...testing],
          bannedExternalImports: behindALibrary,
        },
        { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
        { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:tool', ...libs, ...testing] },
        // The pure domain imports nothing. The contracts import only what contracts are written with.
        { sourceTag: 'lib:stays', onlyDependOnLibsWithTags: [], allowedExternalImports: testLibraries },
        {
          sourceTag: 'lib:contracts',
          onlyDependOnLibsWithTags: testing,
          allowedExternalImports: ['zod', '@ts-rest/core', ...testLibraries],
        },
        { sourceTag: 'lib:events', onlyDependOnLibsWithTags: ['lib:contracts', ...testing] },
        { sourceTag: 'lib:persistence', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events', ...testing] },
        {
          sourceTag: 'lib:service',
          onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events', 'lib:persistence', ...testing],
        },
        { sourceTag: 'lib:embedded-mongo', onlyDependOnLibsWithTags: testing },
      ],
    },
  ];
}
