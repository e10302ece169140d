/**
 * The layers of a service, from top to bottom: service.ts, routes/, one folder per resource, store/, jobs.ts, and the
 * pure rules in domain/ folders. A file may import only from layers below its own. Tests and test helpers may import
 * everything.
 */

/**
 * Modules that the pure code in domain/ folders must not import: clients of the database, of Kafka and of HTTP, and the
 * errors of the API.
 */
const IMPURE = [
  '^libs/(persistence|service|events)/',
  '^libs/contracts/src/shared/errors\\.ts$',
  '^libs/contracts/src/platform/ts-rest\\.ts$',
  'node_modules/(mongoose|express)/',
];

/** Returns the rules for apps, given the names of their folders. In `to`, $1 is the app that `from` matched. */
exports.layerRules = (apps) => {
  if (apps.length === 0) return [];
  const from = `^apps/(${apps.join('|')})/src/`;
  const own = '^apps/$1/src/';
  const domain = '.*\\bdomain/';
  return [
    {
      name: 'domain-is-pure',
      comment: 'A rule in domain/ takes plain values. It uses no database, no HTTP, no API errors and no other layer.',
      severity: 'error',
      from: { path: `${from}${domain}` },
      to: { path: ['^apps/', ...IMPURE], pathNot: `${own}${domain}` },
    },
    {
      name: 'jobs-import-domain-only',
      comment: 'Every layer imports jobs.ts, which lists the jobs of the outbox, so it may import only domain/.',
      severity: 'error',
      from: { path: `${from}jobs\\.ts$` },
      to: { path: own, pathNot: `${own}${domain}` },
    },
    {
      name: 'store-imports-no-resource',
      comment: 'Models, indexes, copies and presenters must not import the code that uses them.',
      severity: 'error',
      from: { path: `${from}store/` },
      to: { path: own, pathNot: `${own}(store/|jobs\\.ts$|${domain})` },
    },
    {
      name: 'only-the-service-imports-routes',
      comment: 'Routes import the functions that do their work. Those functions must not import routes.',
      severity: 'error',
      from: { path: from, pathNot: `${from}(routes/|service\\.ts$)` },
      to: { path: `${own}routes/` },
    },
    {
      name: 'folders-import-no-file-of-the-root',
      comment: 'Only main.ts imports service.ts. Put shared code into a folder or into jobs.ts.',
      severity: 'error',
      from: { path: `${from}[^/]+/` },
      to: { path: `${own}[^/]+$`, pathNot: `${own}jobs\\.ts$` },
    },
  ];
};
