/** The tiers of tests. The configuration of jest and the test targets of nx use them. */

/** Projects whose tests need no database. */
const pureProjects = ['libs/stays', 'libs/contracts', 'libs/api-docs', 'libs/client', 'libs/tracing'];

const ordinary = '(?<!\\.(kafka|browser|python))\\.test\\.ts$';
const ofDomains = '/domain/.*\\.test\\.ts$';
const ofCrashes = '\\.crash(\\.kafka)?\\.test\\.ts$';
const none = '(?!)';

/** Which test files of a project a tier contains: regular expressions for their paths. */
const tiers = {
  // All tests that need no Kafka, no browser and no Python (`npm test`). The crash suites run a
  // sample of their cases.
  all: () => ({ include: ordinary }),
  // Tests of pure rules, which take seconds.
  unit: (project) => ({ include: pureProjects.includes(project) ? ordinary : ofDomains }),
  // All tests with a database except the crash suites.
  service: (project) => ({
    include: pureProjects.includes(project) ? none : ordinary,
    exclude: [ofDomains, ofCrashes],
  }),
  // Tests with a real Kafka, which needs Java. The crash suites run a sample of their cases.
  kafka: () => ({ include: '\\.kafka\\.test\\.ts$' }),
  // Tests that kill a service before and after each call (such as a database call) of each write.
  crash: () => ({ include: ofCrashes }),
  // Checks that the embedded database (or the one at MONGODB_URI) behaves like MongoDB.
  conformance: () => ({ include: '\\.conformance\\.test\\.ts$' }),
  // Tests of the pages in Chromium, with the whole platform in one process.
  pages: () => ({ include: '\\.browser\\.test\\.ts$' }),
  // Tests with a Python client, which is generated from the OpenAPI document. They need python3 and pip.
  python: () => ({ include: '\\.python\\.test\\.ts$' }),
};

/**
 * The tiers whose test files start servers of their own. These test files run one after the other.
 */
const serialTiers = ['kafka', 'pages', 'python'];

/** Whether a tier contains a test file of a project. The path of the file starts with a slash. */
function isInTier(tier, project, file) {
  const { include, exclude = [] } = tiers[tier](project);
  return new RegExp(include).test(file) && !exclude.some((pattern) => new RegExp(pattern).test(file));
}

module.exports = { tiers, serialTiers, isInTier };
