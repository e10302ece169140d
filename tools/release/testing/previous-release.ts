import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { serviceNames } from '@keyhaven/contracts/platform/services';

const root = path.resolve(__dirname, '../../..');
const releases = path.join(root, 'docs/releases');

/** The program that an upgrade starts from, and a data folder of a release. */
export interface PreviousRelease {
  /** A description of the version that the upgrade starts from, for the log. */
  name: string;
  /** The folder with the bundles of the services of that version. */
  bundles: string;
  data: string;
}

/**
 * Builds the newest release that is tagged in the history of this commit, with the packages that are installed now. If
 * no release is tagged, builds nothing, and returns the present bundles in `dist` with the data of the newest release.
 * @param folder an empty folder for the sources and bundles of the release.
 */
export function buildPreviousRelease(folder: string): PreviousRelease {
  const [tag] = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n');
  const versions = readdirSync(releases).filter((version) => existsSync(archiveOf(version)));
  const data = archiveOf(
    tag && versions.includes(tag.slice(1))
      ? tag.slice(1)
      : versions.sort((one, other) => one.localeCompare(other, undefined, { numeric: true })).at(-1)!,
  );
  if (!tag)
    return { name: `the present program, on ${path.relative(root, data)}`, bundles: path.join(root, 'dist'), data };
  const sources = path.join(folder, 'sources');
  mkdirSync(sources);
  const archive = path.join(folder, 'sources.tar');
  git('archive', '--output', archive, tag);
  execFileSync('tar', ['-xf', archive, '-C', sources]);
  symlinkSync(path.join(root, 'node_modules'), path.join(sources, 'node_modules'));
  const known = serviceNames.filter((name) => existsSync(path.join(sources, 'apps', name)));
  execFileSync(process.execPath, ['tools/build/bundle.mjs', ...known], { cwd: sources });
  return { name: `${tag}, on ${path.relative(root, data)}`, bundles: path.join(sources, 'dist'), data };
}

const archiveOf = (version: string) => path.join(releases, version, 'data.tar.gz');

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
