import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readCodeBlocks } from '@keyhaven/testing/document-code';

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);

/** The package as npm packs it, installed in an empty folder. */
let folder: string;
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-package-'));
  const built = path.join(folder, 'built');
  await run(process.execPath, ['--import', 'tsx', 'tools/client/build-client.ts', built], { cwd: root });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  const project = path.join(folder, 'project');
  await run('mkdir', ['project'], { cwd: folder });
  await writeFile(path.join(project, 'package.json'), '{ "name": "project", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(folder, filename)], { cwd: project });
  installed = path.join(project, 'node_modules/@keyhaven/client');
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const inProject = (file: string) => path.join(folder, 'project', file);
/** The test project has no type declarations of Node, so use those of this repository. */
const nodeTypes = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
const check = (files: string[], types: string[] = []) =>
  run(
    process.execPath,
    [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      ...['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom'],
      ...types,
      ...files,
    ],
    { cwd: path.join(folder, 'project') },
  ).catch(({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)));

const calls = `
const client = createClient({ baseUrl: 'http://127.0.0.1', credentials: { accessToken: 'at_1' } });
export async function read(): Promise<string[]> {
  const booking: Booking = await client.getBooking({ id: 1, include_guest: true });
  const names: string[] = [booking.arrival];
  for await (const { first_name } of client.each('listGuests', { since_utc: new Date() })) names.push(first_name);
  for await (const event of client.readEvents({ types: ['booking', 'calendar'] })) {
    if (event.entity_type === 'calendar') names.push(event.entity.ranges[0]!.from);
    else names.push(event.entity.departure);
  }
  return names;
}
export const price = () =>
  client.updateSpotRates({ body: { rates: [{ property_id: 1, date: '2030-07-01', currency: 'EUR', amount: 99 }] } });
export const wrong = async () => {
  // @ts-expect-error: the currency is missing
  await client.updateSpotRates({ body: [{ property_id: 1, date: '2030-07-01', amount: 99 }] });
  // @ts-expect-error: there is no such status
  await client.listBookings({ status: 'gone' });
  // @ts-expect-error: there is no such parameter
  await client.listBookings({ statuss: 'active' });
  // @ts-expect-error: the id is missing
  await client.getBooking({});
  // @ts-expect-error: there is no such field
  await client.createBooking({ body: { property: 3 } });
  // @ts-expect-error: getBooking does not return a list
  client.each('getBooking', { id: 1 });
  // @ts-expect-error: an id is a number, which has no length
  (await client.getBooking({ id: 1 })).id.length;
};
`;

describe('the package @keyhaven/client', () => {
  it('has the version of the repository, and no dependencies', async () => {
    const own = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(own).toMatchObject({ name: '@keyhaven/client', version });
    expect(own.dependencies).toBeUndefined();
    const declarations = await readFile(path.join(installed, 'index.d.ts'), 'utf8');
    expect(declarations).not.toMatch(/\bimport\b.*['"]|\bfrom ['"]|\bZod/);
    expect((await readdir(installed)).filter((file) => file.endsWith('.d.ts'))).toEqual(['index.d.ts']);
  });

  it('has a library of less than 60 kB that contains no schemas', async () => {
    for (const file of ['index.js', 'index.mjs']) {
      expect((await stat(path.join(installed, file))).size).toBeLessThan(60_000);
      expect(await readFile(path.join(installed, file), 'utf8')).not.toContain('safeParse');
    }
  });

  it.each([
    ['an ES module', 'check.mts', "import { type Booking, createClient } from '@keyhaven/client';"],
    ['a CommonJS module', 'check.cts', "import { type Booking, createClient } from '@keyhaven/client';"],
  ])(
    'compiles in strict mode when imported from %s, and the compiler reports wrong requests',
    async (_, file, line) => {
      await writeFile(inProject(file), `${line}\n${calls}`);
      await check([file]);
    },
    120_000,
  );

  it('works with import and with require', async () => {
    const print = (load: string) =>
      `${load}; const c = createClient({ baseUrl: 'http://127.0.0.1:1', retry: false });
       c.getBooking({ id: 1 }).catch((e) => console.log(e instanceof KeyhavenError, e.code));`;
    await writeFile(inProject('run.mjs'), print("import { createClient, KeyhavenError } from '@keyhaven/client'"));
    await writeFile(inProject('run.cjs'), print("const { createClient, KeyhavenError } = require('@keyhaven/client')"));
    for (const file of ['run.mjs', 'run.cjs']) {
      expect((await run(process.execPath, [inProject(file)])).stdout).toBe('true no_answer\n');
    }
  });

  it('contains the program keyhaven', async () => {
    const { stdout } = await run(inProject('node_modules/.bin/keyhaven'), ['--version']);
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
    expect(stdout.trim()).toBe(version);
  });

  it('has a guide and a README whose code compiles', async () => {
    const pages = ['docs/integrators/client.md', 'libs/client/README.md'].map((page) => readCodeBlocks(page, 'ts'));
    const blocks = (await Promise.all(pages)).flat();
    for (const { file, line, code } of blocks) {
      await writeFile(inProject(file ?? `line-${line}.ts`), code.replace("'./client'", "'./client.js'"));
    }
    await writeFile(inProject('package.json'), '{ "name": "project", "private": true, "type": "module" }');
    await check(
      blocks.map(({ file, line }) => file ?? `line-${line}.ts`),
      nodeTypes,
    );
  }, 120_000);
});
