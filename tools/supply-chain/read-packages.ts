import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export const root = path.resolve(__dirname, '../..');

const versions = z.record(z.string(), z.string());
const manifest = z.object({ scripts: versions, dependencies: versions, devDependencies: versions });
const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  /** Whether only development dependencies need the package. */
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const lock = z.object({ packages: z.record(z.string(), lockedPackage) });

export type Manifest = z.output<typeof manifest>;
export type LockedPackage = z.output<typeof lockedPackage>;
/** The packages of a lock file, by the folder into which each is installed. */
export type LockedPackages = Record<string, LockedPackage>;

const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
export const readManifest = (): Manifest => manifest.parse(read('package.json'));
/** Reads the packages of the lock file, without the entry of the repository itself, whose folder is ''. */
export const readLock = (): LockedPackages => {
  const { '': _repository, ...packages } = lock.parse(read('package-lock.json')).packages;
  return packages;
};

/** The name of the package that is installed in a folder. */
export const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
