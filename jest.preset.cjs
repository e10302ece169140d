/**
 * The jest configuration of all projects. A project's jest.config.cjs is one line: module.exports =
 * require('../../jest.preset.cjs')(__dirname).
 */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { tiers } = require('./libs/testing/jest/tiers.cjs');
const services = Object.keys(require('./libs/contracts/src/platform/services.json'));

const tier = process.env.KEYHAVEN_TIER ?? 'all';
if (!tiers[tier]) throw new Error(`unknown KEYHAVEN_TIER ${tier}; use one of ${Object.keys(tiers).join(', ')}`);

/**
 * A folder in memory for temporary files, which is used on Linux if it has NEEDED_BYTES of free space. Databases in it
 * need not wait for the disk, which other programs may keep busy for seconds. When a process is killed, its files
 * remain and use memory.
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

module.exports = (rootDir) => {
  const { include, exclude = [] } = tiers[tier](path.relative(__dirname, rootDir));
  // Jest matches the patterns against absolute paths. Match only the part below the project's folder.
  const inProject = (pattern) => `^${rootDir.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*(?:${pattern})`;
  return {
    displayName: path.relative(__dirname, rootDir),
    rootDir,
    testRegex: inProject(include),
    testPathIgnorePatterns: ['/node_modules/', ...exclude.map(inProject)],
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
  };
};
