import path from 'node:path';
import { changelogFaults, releaseFaults, type Run } from './release-faults';

describe('the check of the changelog of a release', () => {
  it.each([
    ['# Changelog\n\n## 1.2.0, 2027-01-31\n\n## 1.1.0, 2026-12-01\n', []],
    ['# Changelog\n\n## 1.2.0, unreleased\n', [expect.stringContaining('expected the date of the release')]],
    ['# Changelog\n\n## 1.1.0, 2026-12-01\n', [expect.stringContaining('expected "1.2.0, yyyy-mm-dd"')]],
    ['# Changelog\n', [expect.stringContaining('expected "1.2.0, yyyy-mm-dd"')]],
  ])('requires the version and its date at the top: %j', (changelog, faults) => {
    expect(changelogFaults(changelog, '1.2.0')).toEqual(faults);
  });
});

describe('a release', () => {
  /** Returns a fake that runs no commands. Each call of `git status` prints the next of the given texts. */
  const runs = (states: string[], { tag = '', fails = '' } = {}): Run => {
    return (command, ...args) => {
      if (args.includes(fails)) throw Object.assign(new Error('failed'), { stderr: 'GET /v2/guests was removed' });
      if (command === 'git' && args[0] === 'status') return states.shift() ?? '';
      return command === 'git' && args[0] === 'tag' ? tag : '';
    };
  };
  const root = path.resolve(__dirname, '../..');

  it('is refused while there are uncommitted changes', () => {
    expect(releaseFaults(root, runs([' M README.md\n']))).toEqual([
      'commit or remove these changes first:  M README.md',
    ]);
  });

  it('is refused for outdated documents, a version that is already tagged, or breaking changes of the API', () => {
    const faults = releaseFaults(
      root,
      runs(['', ' M docs/asyncapi/keyhaven.json\n'], { tag: 'v', fails: 'docs/openapi/v2.json' }),
    );
    expect(faults.join('\n')).toContain('is tagged already');
    expect(faults.join('\n')).toContain('out of date; commit them:  M docs/asyncapi/keyhaven.json');
    expect(faults.join('\n')).toContain('GET /v2/guests was removed');
  });
});
