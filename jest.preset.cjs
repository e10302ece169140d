/** What every project's tests share. A project's jest.config.cjs is one line: module.exports = require('../../jest.preset.cjs')(__dirname). */
const path = require('node:path');

/** Projects whose tests all do without a database. */
const pureProjects = ['libs/stays', 'libs/contracts'];

const notKafka = '<rootDir>/**/!(*.kafka).test.ts';
const ofDomains = '<rootDir>/**/domain/**/*.test.ts';
const ofCrashes = '<rootDir>/**/*.crash?(.kafka).test.ts';
const none = '<rootDir>/no-tests-of-this-tier';

/** The files of a project that each tier runs; KEYHAVEN_TIER names the tier. */
const tiers = {
  // Everything that runs without Kafka; crash suites run a sample: npm test.
  all: () => [notKafka],
  // Pure rules, in seconds.
  unit: (project) => [pureProjects.includes(project) ? notKafka : ofDomains],
  // Everything on a database but the crash suites.
  service: (project) => (pureProjects.includes(project) ? [none] : [notKafka, `!${ofDomains}`, `!${ofCrashes}`]),
  // Suites on a real Kafka, which needs a JDK; crash suites run a sample.
  kafka: () => ['<rootDir>/**/*.kafka.test.ts'],
  // Kills before and after every call of every write.
  crash: () => [ofCrashes],
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
  testMatch: tiers[tier](path.relative(__dirname, rootDir)),
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
    '^@keyhaven/(gateway|identity|booking|pricing|fees|webhook|messaging|finance|standalone)/(.*)$': path.join(
      __dirname,
      'apps/$1/src/$2',
    ),
    '^@keyhaven/demo-data/(.*)$': path.join(__dirname, 'tools/demo-data/src/$1'),
    '^@keyhaven/([^/]+)/(.*)$': path.join(__dirname, 'libs/$1/src/$2'),
  },
});
