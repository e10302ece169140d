// Checks the rules of dependency-cruiser.cjs: node tools/lint/check-layers.mjs FOLDER… It also checks that a folder and
// a folder inside it do not import each other, which dependency-cruiser does not report.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { format } from 'dependency-cruiser';

const root = path.resolve(import.meta.dirname, '../..');
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = path.join(root, 'tools/lint/dependency-cruiser.cjs');

/** Matches jobs.ts of an app, which files in folders may import although it is in their parent (see layers.cjs). */
const HAS_OWN_RULE = /^apps\/[^/]+\/src\/jobs\.ts$/;

/**
 * Returns an error line for each child folder that imports files of its parent and is imported by files of its parent.
 * The line contains one import of each direction.
 */
function parentChildCircles(modules) {
  const imports = modules
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
    .filter(({ from, to }) => !HAS_OWN_RULE.test(from) && !HAS_OWN_RULE.test(to));
  const down = new Map();
  const up = new Map();
  for (const edge of imports) {
    const [from, to] = [path.dirname(edge.from), path.dirname(edge.to)];
    if (to.startsWith(`${from}/`)) down.set(childOf(from, to), edge);
    if (from.startsWith(`${to}/`)) up.set(childOf(to, from), edge);
  }
  return [...down].flatMap(([child, edge]) => {
    const back = up.get(child);
    if (!back) return [];
    return [`  error no-circle-of-parent-and-child: ${child}: ${show(edge)}, and ${show(back)}`];
  });
}

/** Returns the direct child of `folder` that contains the folder `inner`, or is `inner` itself. */
const childOf = (folder, inner) => `${folder}/${inner.slice(folder.length + 1).split('/')[0]}`;

const show = ({ from, to }) => `${from} imports ${to}`;

const options = ['--config', config, '--output-type', 'json', ...process.argv.slice(2)];
const { stdout, stderr } = spawnSync(process.execPath, [cruiser, ...options], {
  encoding: 'utf8',
  maxBuffer: Infinity,
});
if (stdout === '') throw new Error(stderr);
const result = JSON.parse(stdout);
const report = await format(result, { outputType: 'err' });
const circles = parentChildCircles(result.modules);
console.log([report.output.trimEnd(), ...circles].join('\n'));
process.exitCode = report.exitCode > 0 || circles.length > 0 ? 1 : 0;
