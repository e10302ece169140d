/**
 * The layers of a service, from the top: service.ts, routes/, a folder for each resource, store/, jobs.ts, and the pure
 * rules in domain/ folders. Imports point down this list. Tests, and what they share, may import everything.
 */

/** Libraries that a pure rule does without: clients of the database, of the bus and of HTTP, and errors of the API. */
const IMPURE = [
  '^libs/(persistence|service|events)/',
  '^libs/contracts/src/shared/errors\\.ts$',
  'node_modules/(mongoose|express|@ts-rest)/',
];

/** The rules for some apps, by their folders' names. In `to`, $1 is the app that `from` names. */
exports.layerRules = (apps) => {
  if (apps.length === 0) return [];
  const from = `^apps/(${apps.join('|')})/src/`;
  const own = '^apps/$1/src/';
  const domain = '.*\\bdomain/';
  return [
    {
      name: 'domain-is-pure',
      comment: 'A rule in domain/ works on plain values: no database, no HTTP, no errors of the API, no other layer.',
      severity: 'error',
      from: { path: `${from}${domain}` },
      to: { path: ['^apps/', ...IMPURE], pathNot: `${own}${domain}` },
    },
    {
      name: 'jobs-import-domain-only',
      comment: 'jobs.ts names every job of the outbox; every layer imports it.',
      severity: 'error',
      from: { path: `${from}jobs\\.ts$` },
      to: { path: own, pathNot: `${own}${domain}` },
    },
    {
      name: 'store-imports-no-resource',
      comment: 'Models, indexes, copies and presenters know nothing of what uses them.',
      severity: 'error',
      from: { path: `${from}store/` },
      to: { path: own, pathNot: `${own}(store/|jobs\\.ts$|${domain})` },
    },
    {
      name: 'only-the-service-imports-routes',
      comment: 'A route names the function that does its work; that function knows of no route.',
      severity: 'error',
      from: { path: from, pathNot: `${from}(routes/|service\\.ts$)` },
      to: { path: `${own}routes/` },
    },
    {
      name: 'folders-import-no-file-of-the-root',
      comment: 'Only main.ts imports service.ts. What folders share is in one of them, or in jobs.ts.',
      severity: 'error',
      from: { path: `${from}[^/]+/` },
      to: { path: `${own}[^/]+$`, pathNot: `${own}jobs\\.ts$` },
    },
  ];
};
