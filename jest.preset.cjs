/**
 * The jest configuration of all projects. A project's jest.config.cjs is one line: module.exports =
 * require('../../jest.preset.cjs')(__dirname).
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const services = Object.keys(require('./libs/contracts/src/platform/services.json'));

/** Projects whose tests need no database. */
const pureProjects = ['libs/stays', 'libs/contracts', 'libs/api-docs', 'libs/client', 'libs/tracing'];

const files = {
  withoutKafka: '<rootDir>/**/!(*.kafka|*.browser|*.python).test.ts',
  ofDomains: '<rootDir>/**/domain/**/*.test.ts',
  onKafka: '<rootDir>/**/*.kafka.test.ts',
  ofCrashes: '<rootDir>/**/*.crash?(.kafka).test.ts',
  ofConformance: '<rootDir>/**/*.conformance.test.ts',
  inBrowser: '<rootDir>/**/*.browser.test.ts',
  ofPython: '<rootDir>/**/*.python.test.ts',
};
const noTest = { testMatch: ['<rootDir>/no-test-of-this-tier'] };

/** The test files of each tier. The variable KEYHAVEN_TIER selects the tier. */
const tiers = {
  // All tests that need no Kafka, no browser and no Python (`npm test`). The crash suites run a
  // sample of their cases.
  all: () => ({ testMatch: [files.withoutKafka] }),
  // Tests of pure rules, which take seconds.
  unit: (project) => ({ testMatch: [pureProjects.includes(project) ? files.withoutKafka : files.ofDomains] }),
  // All tests with a database except the crash suites.
  service: (project) =>
    pureProjects.includes(project)
      ? noTest
      : {
          testMatch: [files.withoutKafka],
          testPathIgnorePatterns: ['/node_modules/', '/domain/', '\\.crash\\.test\\.ts$'],
        },
  // Tests with a real Kafka, which needs Java. The crash suites run a sample of their cases.
  kafka: () => ({ testMatch: [files.onKafka] }),
  // Tests that kill a service before and after every database call of every write.
  crash: () => ({ testMatch: [files.ofCrashes] }),
  // Checks that the embedded database (or the one at MONGODB_URI) behaves like MongoDB.
  conformance: () => ({ testMatch: [files.ofConformance] }),
  // Tests of the pages in Chromium, with the whole platform in one process.
  pages: () => ({ testMatch: [files.inBrowser] }),
  // Tests with a Python client, which is generated from the OpenAPI document. They need python3 and pip.
  python: () => ({ testMatch: [files.ofPython] }),
};
const tier = process.env.KEYHAVEN_TIER ?? 'all';
if (!tiers[tier]) throw new Error(`unknown KEYHAVEN_TIER ${tier}; use one of ${Object.keys(tiers).join(', ')}`);

/**
 * A folder in memory for temporary files, which is used on Linux if it has NEEDED_BYTES of free
 * space. Databases in it need not wait for the disk, which other programs may keep busy for
 * seconds. When a process is killed, its files remain.
 */
const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 8 * 1024 ** 3;
function hasRoomInMemory() {
  if (!fs.existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, os.freemem()) >= NEEDED_BYTES;
}
if (!process.env.TMPDIR && hasRoomInMemory()) process.env.TMPDIR = IN_MEMORY;

/**
 * The tiers that need no shared test database. The tests in `pages` and `python` start a platform
 * with its own database.
 */
const tiersWithoutDatabase = ['unit', 'pages', 'python'];
const withDatabase = {
  globalSetup: path.join(__dirname, 'libs/testing/jest/global-setup.cjs'),
  globalTeardown: path.join(__dirname, 'libs/testing/jest/global-teardown.cjs'),
};

/**
 * The options with which swc compiles a source file. The JSX runtime for .tsx files is the one in tsconfig.base.json.
 */
const compiled = ({ tsx = false } = {}) => ({
  jsc: {
    parser: { syntax: 'typescript', tsx },
    target: 'es2022',
    transform: { react: { runtime: 'automatic', importSource: '@kitajs/html', development: false } },
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
});

module.exports = (rootDir) => ({
  displayName: path.relative(__dirname, rootDir),
  rootDir,
  ...tiers[tier](path.relative(__dirname, rootDir)),
  // With these files, a worker loads each package only once, and not again for each test file. This
  // saves a third of the processor time.
  testEnvironment: path.join(__dirname, 'libs/testing/jest/worker-environment.cjs'),
  runtime: path.join(__dirname, 'libs/testing/jest/worker-runtime.cjs'),
  ...(tiersWithoutDatabase.includes(tier) ? {} : withDatabase),
  transform: { '^.+\\.[mc]?[jt]s$': ['@swc/jest', compiled()], '^.+\\.tsx$': ['@swc/jest', compiled({ tsx: true })] },
  moduleNameMapper: {
    [`^@keyhaven/(${services.join('|')}|standalone)/(.*)$`]: path.join(__dirname, 'apps/$1/src/$2'),
    '^@keyhaven/([^/]+)/(.*)$': path.join(__dirname, 'libs/$1/src/$2'),
  },
});
