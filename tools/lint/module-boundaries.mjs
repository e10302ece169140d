import { serviceNames } from '../build/services.mjs';

/** Who may import whom. The tags stand in each project.json; module-boundaries.test.ts shows that a violation fails. */

/** Files that are never deployed: they may use what tests share. */
export const testFiles = ['**/*.test.ts', '**/*.type-test.ts', '**/testing/**/*.ts'];

/** The app that composes the others into one process. */
export const compositionFiles = ['apps/standalone/**/*.ts'];
export const compositionTestFiles = ['apps/standalone/**/*.test.ts'];

/** What only one place may import, so that it can be replaced there. */
const behindALibrary = ['@ts-rest/express', 'kafkajs', 'lmdb', 'bson'];

/**
 * The rule for deployed code; for tests, which may import lib:testing and fast-check besides; and for the standalone
 * app, which alone composes the others: nx forbids any import of an app, so that theirs are named here.
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
      // Tests of these libraries use lib:testing, which is built from them.
      ignoredCircularDependencies: ['service', 'persistence', 'events', 'contracts'].map((name) => ['testing', name]),
      depConstraints: [
        // An app imports no app. Only the standalone app composes the others.
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
        // The pure domain imports nothing at all, the contracts only what describes them.
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
