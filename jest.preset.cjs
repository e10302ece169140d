/** What every project's tests share. A project's jest.config.cjs is one line: module.exports = require('../../jest.preset.cjs')(__dirname). */
const path = require('node:path');

module.exports = (rootDir) => ({
  displayName: path.relative(__dirname, rootDir),
  rootDir,
  // Suites on a real Kafka need a JDK and run by themselves: npm run test:kafka.
  testMatch: [
    process.env.KEYHAVEN_SUITE === 'kafka' ? '<rootDir>/**/*.kafka.test.ts' : '<rootDir>/**/!(*.kafka).test.ts',
  ],
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
    '^@keyhaven/(gateway|identity|booking|standalone)/(.*)$': path.join(__dirname, 'apps/$1/src/$2'),
    '^@keyhaven/demo-data/(.*)$': path.join(__dirname, 'tools/demo-data/src/$1'),
    '^@keyhaven/([^/]+)/(.*)$': path.join(__dirname, 'libs/$1/src/$2'),
  },
});
