import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const checkLayers = path.join(__dirname, 'check-layers.mjs');

describe('npm run lint:layers', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'folder-circles-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the check on a library. `files` maps the name of each file to the modules that it imports. */
  function check(name: string, files: Record<string, string[]>, root = `libs/${name}/src`) {
    const cwd = path.join(folder, name);
    for (const [file, imported] of Object.entries(files)) {
      const target = path.join(cwd, root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, imported.map((from) => `import '${from}';\n`).join('') + 'export const x = 1;\n');
    }
    writeFileSync(path.join(cwd, 'tsconfig.base.json'), '{}');
    return spawnSync(process.execPath, [checkLayers, root.split('/')[0]!], { cwd, encoding: 'utf8' });
  }

  it('refuses a folder and its child that import each other, and prints the two imports', () => {
    const files = { 'serve.ts': ['./http/app'], 'log.ts': [], 'http/app.ts': [], 'http/errors.ts': ['../log'] };
    const { status, stdout } = check('child', files);
    expect(status).toBe(1);
    expect(stdout).toContain('error no-circle-of-folders: libs/child/src, libs/child/src/http');
    expect(stdout).toContain('libs/child/src/serve.ts imports libs/child/src/http/app.ts');
    expect(stdout).toContain('libs/child/src/http/errors.ts imports libs/child/src/log.ts');
  });

  it('refuses a folder and its grandchild that import each other', () => {
    const files = { 'serve.ts': ['./http/doors/app'], 'log.ts': [], 'http/doors/app.ts': ['../../log'] };
    const { status, stdout } = check('grandchild', files);
    expect(status).toBe(1);
    expect(stdout).toContain('error no-circle-of-folders: libs/grandchild/src, libs/grandchild/src/http/doors');
  });

  it('refuses a folder whose child imports it through a sibling', () => {
    const files = { 'serve.ts': ['./a/x'], 'log.ts': [], 'a/x.ts': ['../b/x'], 'b/x.ts': ['../log'] };
    const { status, stdout } = check('through', files);
    expect(status).toBe(1);
    expect(stdout).toContain('error no-circle-of-folders: libs/through/src, libs/through/src/a, libs/through/src/b');
    expect(stdout).toContain('libs/through/src/a/x.ts imports libs/through/src/b/x.ts');
  });

  it('refuses a domain folder that imports from its parent folder', () => {
    const files = { 'bookings/create.ts': ['./domain/rule'], 'bookings/x.ts': [], 'bookings/domain/rule.ts': ['../x'] };
    const { status, stdout } = check('domain', files);
    expect(status).toBe(1);
    expect(stdout).toContain('error no-circle-of-folders');
  });

  it('refuses two sibling folders that import each other', () => {
    const files = { 'a/x.ts': ['../b/x'], 'a/y.ts': [], 'b/x.ts': [], 'b/y.ts': ['../a/y'] };
    const { status, stdout } = check('siblings', files);
    expect(status).toBe(1);
    expect(stdout).toContain('error no-circle-of-folders');
  });

  it('allows a folder that imports its children, and children that import a sibling', () => {
    const files = { 'serve.ts': ['./http/app'], 'log/log.ts': [], 'http/app.ts': ['../log/log'] };
    expect(check('layers', files)).toMatchObject({ status: 0 });
  });

  it('allows the folders of an app to import jobs.ts from their parent folder', () => {
    const files = { 'service.ts': ['./stays/read', './jobs'], 'jobs.ts': [], 'stays/read.ts': ['../jobs'] };
    expect(check('jobs', files, 'apps/some/src')).toMatchObject({ status: 0 });
  });
});
