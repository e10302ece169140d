/**
 * Who may import whom. The tags stand in each project.json; `npm run lint` fails on a violation,
 * and module-boundaries.test.ts shows that it does.
 */
export const moduleBoundaries = [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    depConstraints: [
      // An app imports no app. Only the standalone app composes the others.
      { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib'] },
      { sourceTag: 'type:composition', onlyDependOnLibsWithTags: ['type:app', 'type:lib'] },
      { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
      { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:app', 'type:lib', 'type:tool'] },
      // The pure domain imports nothing at all, the contracts only what describes them.
      { sourceTag: 'lib:stays', onlyDependOnLibsWithTags: [], allowedExternalImports: [] },
      { sourceTag: 'lib:contracts', onlyDependOnLibsWithTags: [], allowedExternalImports: ['zod', '@ts-rest/core'] },
      { sourceTag: 'lib:events', onlyDependOnLibsWithTags: ['lib:contracts'] },
      { sourceTag: 'lib:persistence', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events'] },
      { sourceTag: 'lib:service', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events', 'lib:persistence'] },
      { sourceTag: 'lib:embedded-mongo', onlyDependOnLibsWithTags: [] },
      // One place for each of the libraries that may have to be replaced.
      { allSourceTags: ['type:app'], bannedExternalImports: ['@ts-rest/express', 'kafkajs', 'lmdb', 'mingo', 'bson'] },
      // What a test needs never reaches what is deployed: see testing-is-for-tests below.
    ],
  },
];
