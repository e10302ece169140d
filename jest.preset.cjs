/** What every project's tests share. A project's jest.config.cjs is one line: module.exports = require('../../jest.preset.cjs')(__dirname). */
const path = require('node:path');

/** Which files a run takes. */
const suites = {
  default: '<rootDir>/**/!(*.kafka).test.ts',
  // Suites on a real Kafka need a JDK and run by themselves: npm run test:kafka.
  kafka: '<rootDir>/**/*.kafka.test.ts',
  // Every kill of every write, which is too long for each run: npm run test:crash. The other two run a sample.
  crash: '<rootDir>/**/*.crash?(.kafka).test.ts',
};

module.exports = (rootDir) => ({
  displayName: path.relative(__dirname, rootDir),
  rootDir,
  testMatch: [suites[process.env.KEYHAVEN_SUITE ?? 'default']],
  testEnvironment: 'node',
  globalSetup: path.join(__dirname, 'libs/testing/jest/global-setup.cjs'),
  globalTeardown: path.join(__dirname, 'libs/testing/jest/global-teardown.cjs'),
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
