const os = require('node:os');

module.exports = {
  projects: ['<rootDir>/apps/*/jest.config.cjs', '<rootDir>/libs/*/jest.config.cjs', '<rootDir>/tools/jest.config.cjs'],
  testTimeout: 60_000,
  // Run more workers than cores, because the tests of services mostly wait. With three workers on
  // two cores, a fifth of the processor time was unused.
  maxWorkers: os.availableParallelism() * 2,
  // Restart a worker that uses more memory than this. A worker keeps some memory of every test file that it ran, and
  // Node would end it at about 4 GB.
  workerIdleMemoryLimit: '1500MB',
};
