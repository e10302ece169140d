const os = require('node:os');

module.exports = {
  projects: ['<rootDir>/apps/*/jest.config.cjs', '<rootDir>/libs/*/jest.config.cjs', '<rootDir>/tools/jest.config.cjs'],
  testTimeout: 60_000,
  // The tests of services spend most of their time waiting. With a worker for each core, a quarter of the processor was
  // idle.
  maxWorkers: Math.ceil(os.availableParallelism() * 1.5),
  // A worker keeps some memory of every file that it ran. Node would end it at about 4 GB.
  workerIdleMemoryLimit: '1500MB',
};
