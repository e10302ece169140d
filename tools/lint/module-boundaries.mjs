import { serviceNames } from '../build/services.mjs';

/**
 * Defines which projects and packages each project may import. Each project.json contains the tags
 * of its project. module-boundaries.test.ts checks that violations fail.
 */

/**
 * Files that may import all services. Most of these files run a whole platform: to record examples,
 * to test backups and upgrades, to measure or to fuzz.
 */
const platformFiles = [
  'tools/docs/examples/**/*.ts',
  'tools/docs/guides/**/*.ts',
  'tools/backup/*.test.ts',
  'tools/backup/testing/*.ts',
  // A restore ends by migrating the data of all services and building their indexes.
  'tools/backup/restore-program.ts',
  'tools/release/upgrade.kafka.test.ts',
  'tools/failure/**/*.ts',
  'tools/benchmarks/sizing.ts',
  'tools/fuzz/**/*.ts',
  // The manifests of Kubernetes are written from the definitions of the services.
  'tools/k8s/call-graph.ts',
];
/** Tests, test helpers and `platformFiles`, which may import the library `testing`. */
export const testFiles = ['**/*.test.ts', '**/*.type-test.ts', '**/testing/**/*.{ts,tsx}', ...platformFiles];

/** The app that runs the other apps in one process. */
export const compositionFiles = ['apps/standalone/**/*.ts'];
export const compositionTestFiles = [
  'apps/standalone/**/*.test.ts',
  'apps/standalone/**/testing/**/*.ts',
  ...platformFiles,
];

/** Packages that only one library may import, so that they can be replaced there. */
const behindALibrary = ['@ts-rest/express', 'kafkajs', 'lmdb', 'bson', 'prom-client', '@opentelemetry/*'];

/**
 * Returns the rule for deployed code, for tests, or for the standalone app. Tests may also import lib:testing and
 * fast-check. Only the standalone app may import other apps. nx forbids every import of an app, so the allowed apps are
 * listed in `allow`.
 */
export function moduleBoundaries({ forTests = false, forComposition = false }) {
  const testing = forTests ? ['lib:testing'] : [];
  const testLibraries = forTests ? ['fast-check'] : [];
  const libs = [
    'contracts',
    'service',
    'persistence',
    'events',
    'stays',
    'pages',
    'api-docs',
    'embedded-mongo',
    'tracing',
  ].map((name) => `lib:${name}`);
  return [
    'error',
    {
      enforceBuildableLibDependency: false,
      allow: forComposition ? [...serviceNames, 'standalone'].map((app) => `@keyhaven/${app}/**`) : [],
      // Tests of these libraries import lib:testing, which imports the same libraries.
      ignoredCircularDependencies: ['service', 'persistence', 'events', 'contracts', 'api-docs'].map((name) => [
        'testing',
        name,
      ]),
      depConstraints: [
        // Only the standalone app may import other apps.
        {
          sourceTag: 'type:app',
          onlyDependOnLibsWithTags: [...libs, ...testing],
          bannedExternalImports: behindALibrary,
        },
        {
          sourceTag: 'type:composition',
          // Only the tests of the standalone app use the client, as third-party programs do.
          onlyDependOnLibsWithTags: [
            'type:app',
            'lib:demo-data',
            ...libs,
            ...(forTests ? ['lib:client'] : []),
            ...testing,
          ],
          bannedExternalImports: behindALibrary,
        },
        { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
        {
          sourceTag: 'type:tool',
          onlyDependOnLibsWithTags: ['type:tool', 'lib:demo-data', 'lib:client', 'app:standalone', ...libs, ...testing],
        },
        // `libs` does not contain demo-data, so no app except the standalone app may import it.
        {
          sourceTag: 'lib:demo-data',
          onlyDependOnLibsWithTags: ['lib:contracts', 'lib:service', 'lib:stays', ...testing],
        },
        // The domain rules (stays) are pure and import nothing. The contracts may import only zod
        // and ts-rest.
        { sourceTag: 'lib:stays', onlyDependOnLibsWithTags: [], allowedExternalImports: testLibraries },
        {
          sourceTag: 'lib:contracts',
          onlyDependOnLibsWithTags: testing,
          allowedExternalImports: ['zod', '@ts-rest/core', ...testLibraries],
        },
        // The client is published as a package. The imports of the client are bundled into the
        // package, so there must be few imports.
        {
          sourceTag: 'lib:client',
          onlyDependOnLibsWithTags: ['lib:contracts', ...testing],
          allowedExternalImports: ['zod', 'commander', ...testLibraries],
        },
        // Components of pages must not depend on services or requests.
        {
          sourceTag: 'lib:pages',
          onlyDependOnLibsWithTags: ['lib:stays'],
          allowedExternalImports: ['@kitajs/html', 'lru-cache', ...testLibraries],
        },
        // The documents of the API are made from the contracts, and from the schemas of events.
        { sourceTag: 'lib:api-docs', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events', ...testing] },
        { sourceTag: 'lib:events', onlyDependOnLibsWithTags: ['lib:contracts', 'lib:tracing', ...testing] },
        {
          sourceTag: 'lib:persistence',
          onlyDependOnLibsWithTags: ['lib:contracts', 'lib:events', 'lib:tracing', ...testing],
        },
        {
          sourceTag: 'lib:service',
          onlyDependOnLibsWithTags: [
            'lib:contracts',
            'lib:events',
            'lib:persistence',
            'lib:pages',
            'lib:tracing',
            ...testing,
          ],
        },
        // `tracing` is the only library that imports OpenTelemetry. Other libraries import `tracing` to record spans.
        { sourceTag: 'lib:tracing', onlyDependOnLibsWithTags: testing },
        { sourceTag: 'lib:embedded-mongo', onlyDependOnLibsWithTags: testing },
      ],
    },
  ];
}
