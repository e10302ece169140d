import { lockFaults } from './lock-file';
import { readLock } from './read-packages';

describe('package-lock.json', () => {
  it('contains an integrity hash for every package, and no address of a registry', () => {
    expect(lockFaults(readLock())).toEqual([]);
  });

  const good = { 'node_modules/lib': { version: '1.0.0', integrity: 'sha512-x' } };
  it.each([
    ['an address of a registry', { resolved: 'https://registry.example.com/lib.tgz' }, 'has an address of a registry'],
    ['a missing integrity', { integrity: undefined }, 'has no integrity'],
    ['a new install script', { hasInstallScript: true }, 'has an install script'],
  ])('is refused with %s', (_what, change, fault) => {
    expect(lockFaults(good, [])).toEqual([]);
    const folder = 'node_modules/other/node_modules/@scope/lib';
    const faults = lockFaults({ [folder]: { ...good['node_modules/lib'], ...change } }, []);
    expect(faults).toEqual([expect.stringContaining(`${folder} ${fault}`)]);
  });

  it('is refused if the list of packages that may have an install script contains a package without one', () => {
    expect(lockFaults(good, ['lib'])).toEqual(['lib has no install script; remove it from the list']);
  });
});
