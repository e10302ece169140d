// Checks the rules of dependency-cruiser.cjs: node tools/lint/check-layers.mjs FOLDER… It also
// checks that no folders import each other in a circle, because dependency-cruiser reports such a
// circle only if none of the folders is inside another.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { format } from 'dependency-cruiser';

const root = path.resolve(import.meta.dirname, '../..');
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = path.join(root, 'tools/lint/dependency-cruiser.cjs');

/**
 * Matches jobs.ts of an app. Files in subfolders may import jobs.ts although it is in the folder
 * above them (see layers.cjs).
 */
const HAS_OWN_RULE = /^apps\/[^/]+\/src\/jobs\.ts$/;

/**
 * Returns an error for each circle: a set of folders that import each other, directly or through
 * other folders of the set. The lines of the error contain one import for each pair of folders. A
 * folder and a folder inside it count as two folders. For example, a resource imports its domain/
 * folder, so domain/ must not import the resource.
 */
function circlesOfFolders(modules) {
  const imports = modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => !HAS_OWN_RULE.test(from) && !HAS_OWN_RULE.test(to));
  const edges = new Map();
  for (const edge of imports) {
    const [from, to] = [path.dirname(edge.from), path.dirname(edge.to)];
    // Ignore the root folder: it contains files that everything reads (package.json) and files that
    // start everything.
    if (from !== to && from !== '.' && to !== '.') edges.set(from, (edges.get(from) ?? new Map()).set(to, edge));
  }
  const reachable = new Map([...edges.keys()].map((folder) => [folder, reachableFrom(folder, edges)]));
  const circles = new Map();
  for (const [from, targets] of edges) {
    for (const [to, edge] of targets) {
      if (!reachable.get(to)?.has(from)) continue;
      // Every folder of a circle finds the same set of folders, so their sorted names identify the
      // circle.
      const folders = [...reachable.get(from)].filter((folder) => reachable.get(folder)?.has(from)).sort();
      const key = folders.join(', ');
      circles.set(key, [...(circles.get(key) ?? []), `${edge.from} imports ${edge.to}`]);
    }
  }
  return [...circles].map(([folders, shown]) => [`  error no-circle-of-folders: ${folders}`, ...shown].join('\n    '));
}

/**
 * Returns the folders that `start` imports, directly or through others. The result contains `start`
 * only if `start` is in a circle.
 */
function reachableFrom(start, edges) {
  const reached = new Set();
  const pending = [start];
  while (pending.length > 0) {
    for (const to of edges.get(pending.pop())?.keys() ?? []) {
      if (!reached.has(to)) pending.push(to);
      reached.add(to);
    }
  }
  return reached;
}

const options = ['--config', config, '--output-type', 'json', ...process.argv.slice(2)];
const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...options], {
  encoding: 'utf8',
  maxBuffer: Infinity,
});
if (stdout === '') throw new Error(stderr);
const result = JSON.parse(stdout);
const report = await format(result, { outputType: 'err' });
const circles = circlesOfFolders(result.modules);
console.log([report.output.trimEnd(), ...circles].join('\n'));
process.exitCode = report.exitCode > 0 || circles.length > 0 ? 1 : 0;
