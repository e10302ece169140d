import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

interface ProjectGraph {
  nodes: Record<string, { data: { root: string; targets: Record<string, unknown> } }>;
  dependencies: Record<string, { target: string }[]>;
}

describe('the project graph of nx', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-graph-'));
  let graph: ProjectGraph;
  beforeAll(() => {
    const file = path.join(folder, 'graph.json');
    execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'graph', `--file=${file}`], {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false' },
    });
    graph = (JSON.parse(readFileSync(file, 'utf8')) as { graph: ProjectGraph }).graph;
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains the imports of each project, so that nx affected and cached results are correct', () => {
    const targets = (name: string) => graph.dependencies[name]!.map(({ target }) => target);
    expect(targets('fees')).toEqual(expect.arrayContaining(['contracts', 'persistence', 'service', 'stays']));
    expect(targets('standalone')).toEqual(expect.arrayContaining(['booking', 'fees', 'gateway']));
  });

  it('has lint and typecheck for every project, tests for every app and library, and build and serve for every app', () => {
    for (const { data } of Object.values(graph.nodes)) {
      const expected = ['lint', 'typecheck'];
      if (/^(apps|libs)\//.test(data.root))
        expected.push('lint:layers', 'test', 'test:service', 'test:kafka', 'test:crash');
      if (data.root.startsWith('apps/')) expected.push('build', 'serve');
      expect([data.root, Object.keys(data.targets)]).toEqual([data.root, expect.arrayContaining(expected)]);
    }
  });
});
