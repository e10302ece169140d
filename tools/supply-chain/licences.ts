import { type LockedPackages, nameOf } from './read-packages';

/**
 * The SPDX identifiers of licences that allow any use. These licences require at most that their notice is included.
 */
export const accepted = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
];

/**
 * Whether an SPDX expression is accepted. If users may choose between several licences, one accepted licence is enough.
 */
export function isAccepted(licence: string): boolean {
  const inner = /\(([^()]*)\)/.exec(licence);
  // Replace the inner expression with a licence that has the same result.
  if (inner) return isAccepted(licence.replace(inner[0], isAccepted(inner[1]!) ? 'MIT' : 'UNLICENSED'));
  return licence.split(' OR ').some((choice) => choice.split(' AND ').every((part) => accepted.includes(part)));
}

/** A package of the production dependencies. */
interface Licensed {
  name: string;
  version: string;
  licence: string;
}

/** Returns the production dependencies, sorted by name and version. */
export function productionPackages(packages: LockedPackages): Licensed[] {
  const found = new Map<string, Licensed>();
  for (const [folder, { version = 'unknown', license = 'none', dev = false }] of Object.entries(packages)) {
    const name = nameOf(folder);
    if (!dev) found.set(`${name} ${version}`, { name, version, licence: license });
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** Returns which production dependencies have a licence that is not accepted. */
export function licenceFaults(packages: LockedPackages): string[] {
  return productionPackages(packages)
    .filter(({ licence }) => !isAccepted(licence))
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence}, which is not accepted`);
}
