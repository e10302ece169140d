import { type LockedPackages, nameOf } from './read-packages';

/**
 * Packages that may have an install script. npm does not run these scripts in this repository, because the binaries of
 * the packages are prebuilt or come as optional packages. Before you add a package, check that it works without its
 * script.
 */
export const mayHaveInstallScript = [
  '@parcel/watcher',
  '@swc/core',
  'argon2',
  'cpu-features',
  'esbuild',
  'lmdb',
  'msgpackr-extract',
  'nx',
  'protobufjs',
  'ssh2',
  'unrs-resolver',
];

/** Returns what is wrong with the packages of a lock file. */
export function lockFaults(packages: LockedPackages, allowed: readonly string[] = mayHaveInstallScript): string[] {
  const faults = Object.entries(packages).flatMap(([folder, { integrity, resolved, hasInstallScript }]) => {
    const isRefused = hasInstallScript === true && !allowed.includes(nameOf(folder));
    return [
      // An address in the lock file would be that of the registry from which the package was
      // installed. Other people may have no access to this registry.
      ...(resolved === undefined ? [] : [`${folder} has an address of a registry`]),
      ...(integrity === undefined ? [`${folder} has no integrity`] : []),
      ...(isRefused ? [`${folder} has an install script; check that it works without it, and add it to the list`] : []),
    ];
  });
  const withScript = new Set(
    Object.entries(packages).flatMap(([folder, { hasInstallScript }]) => (hasInstallScript ? [nameOf(folder)] : [])),
  );
  const unused = allowed.filter((name) => !withScript.has(name));
  return [...faults, ...unused.map((name) => `${name} has no install script; remove it from the list`)];
}
