import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { documentsInSources } from './documents-in-sources';

const root = path.resolve(__dirname, '../..');

type NamedInputs = Record<string, (string | object)[]>;

interface ProjectGraph {
  nodes: Record<string, { data: { root: string; targets: Record<string, unknown>; namedInputs?: NamedInputs } }>;
  dependencies: Record<string, { target: string }[]>;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
const { namedInputs } = readJson('nx.json') as { namedInputs: NamedInputs };
/** The folders of documents that the bundle of each app contains. */
const documents = readJson('tools/build/documents.json') as Record<string, string[]>;

/**
 * The files and folders that are in the input `default` of a project, but not in the folder of the
 * project.
 */
function filesOf(inputs: readonly (string | object)[] = namedInputs.default!): string[] {
  return inputs.flatMap((input) => {
    if (typeof input !== 'string') return [];
    const named = namedInputs[input];
    return named ? filesOf(named) : [input.replace('{workspaceRoot}/', '').replace('/**/*', '')];
  });
}

const isIn = (files: readonly string[], wanted: string) =>
  files.some((file) => wanted === file || wanted.startsWith(`${file}/`));

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

  it('has the targets that each kind of project needs, such as build and serve for apps', () => {
    for (const { data } of Object.values(graph.nodes)) {
      const expected = ['lint', 'typecheck'];
      if (/^(apps|libs)\//.test(data.root)) expected.push('lint:layers', 'test');
      if (data.root.startsWith('apps/')) expected.push('build', 'serve');
      expect([data.root, Object.keys(data.targets)]).toEqual([data.root, expect.arrayContaining(expected)]);
    }
  });

  it('has a target for each tier in which a project has tests', () => {
    const testsOf = (name: string) =>
      Object.keys(graph.nodes[name]!.data.targets)
        .filter((target) => target.startsWith('test'))
        .sort();
    expect(testsOf('stays')).toEqual(['test']);
    expect(testsOf('gateway')).toEqual(['test', 'test:service']);
    expect(testsOf('booking')).toEqual(['test', 'test:crash', 'test:kafka', 'test:service']);
    expect(testsOf('embedded-mongo')).toEqual(['test', 'test:conformance', 'test:service']);
    expect(testsOf('standalone')).toEqual(['test', 'test:kafka', 'test:pages', 'test:python', 'test:service']);
  });

  it('has a target `test` that runs `test:service` for a project whose tests all need a database', () => {
    const testTarget = (name: string) => graph.nodes[name]!.data.targets.test;
    expect(testTarget('gateway')).toMatchObject({ executor: 'nx:noop', dependsOn: ['test:service'] });
    expect(testTarget('stays')).toMatchObject({ options: { env: { KEYHAVEN_TIER: 'unit' } } });
  });

  it("has an input for every document whose path occurs in a project's sources", () => {
    for (const { data } of Object.values(graph.nodes).filter(({ data }) => /^(apps|libs)\//.test(data.root))) {
      const files = filesOf(data.namedInputs?.default);
      const missing = documentsInSources(path.join(root, data.root)).filter((document) => !isIn(files, document));
      expect([data.root, missing]).toEqual([data.root, []]);
    }
  });

  it("lists every document in an app's bundle as an input of the app", () => {
    for (const [name, folders] of Object.entries(documents)) {
      const files = filesOf(graph.nodes[name]!.data.namedInputs?.default);
      expect([name, folders.filter((folder) => !isIn(files, folder))]).toEqual([name, []]);
    }
  });
});
