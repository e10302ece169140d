/** What every project's tests share. A project's jest.config.cjs is one line: module.exports = require('../../jest.preset.cjs')(__dirname). */
const path = require('node:path');
const services = Object.keys(require('./libs/contracts/src/platform/services.json'));

/** Projects without any test on a database. */
const pureProjects = ['libs/stays', 'libs/contracts'];

const files = {
  withoutKafka: '<rootDir>/**/!(*.kafka).test.ts',
  ofDomains: '<rootDir>/**/domain/**/*.test.ts',
  onKafka: '<rootDir>/**/*.kafka.test.ts',
  ofCrashes: '<rootDir>/**/*.crash?(.kafka).test.ts',
  ofConformance: '<rootDir>/**/*.conformance.test.ts',
};
const noTest = { testMatch: ['<rootDir>/no-test-of-this-tier'] };

/** What each tier runs of a project; KEYHAVEN_TIER names the tier. */
const tiers = {
  // Everything that runs without Kafka; crash suites run a sample: npm test.
  all: () => ({ testMatch: [files.withoutKafka] }),
  // Pure rules, in seconds.
  unit: (project) => ({ testMatch: [pureProjects.includes(project) ? files.withoutKafka : files.ofDomains] }),
  // Everything on a database but the crash suites.
  service: (project) =>
    pureProjects.includes(project)
      ? noTest
      : {
          testMatch: [files.withoutKafka],
          testPathIgnorePatterns: ['/node_modules/', '/domain/', '\\.crash\\.test\\.ts$'],
        },
  // Suites on a real Kafka, which needs a JDK; crash suites run a sample.
  kafka: () => ({ testMatch: [files.onKafka] }),
  // Kills before and after every call of every write.
  crash: () => ({ testMatch: [files.ofCrashes] }),
  // Whether the database answers as MongoDB does: the embedded one, or the one at MONGODB_URI.
  conformance: () => ({ testMatch: [files.ofConformance] }),
};
const tier = process.env.KEYHAVEN_TIER ?? 'all';
if (!tiers[tier]) throw new Error(`unknown KEYHAVEN_TIER ${tier}; use one of ${Object.keys(tiers).join(', ')}`);

const withDatabase = {
  globalSetup: path.join(__dirname, 'libs/testing/jest/global-setup.cjs'),
  globalTeardown: path.join(__dirname, 'libs/testing/jest/global-teardown.cjs'),
};

module.exports = (rootDir) => ({
  displayName: path.relative(__dirname, rootDir),
  rootDir,
  ...tiers[tier](path.relative(__dirname, rootDir)),
  testEnvironment: 'node',
  ...(tier === 'unit' ? {} : withDatabase),
  transform: {
    '^.+\\.[mc]?[jt]s$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  // These packages are ES modules only, which jest does not load: they are transformed like our own code.
  transformIgnorePatterns: ['/node_modules/(?!(jose|rate-limiter-flexible)/)'],
  moduleNameMapper: {
    [`^@keyhaven/(${services.join('|')}|standalone)/(.*)$`]: path.join(__dirname, 'apps/$1/src/$2'),
    '^@keyhaven/([^/]+)/(.*)$': path.join(__dirname, 'libs/$1/src/$2'),
  },
});
