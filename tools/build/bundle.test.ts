import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const output = path.join(root, 'dist/apps/gateway/main.js');
const input = path.join(root, 'apps/gateway/src/main.ts');

/** Bundles the gateway. @returns the modification time of the bundled program. */
function bundle(): number {
  execFileSync(process.execPath, ['tools/build/bundle.mjs', 'gateway'], { cwd: root });
  return statSync(output).mtimeMs;
}

describe('bundle.mjs', () => {
  it('keeps a bundle whose inputs have not changed', () => {
    const first = bundle();
    expect(bundle()).toBe(first);
  });

  it('builds a bundle again after one of its inputs was written', () => {
    const first = bundle();
    utimesSync(input, new Date(), new Date(Date.now() - 1000));
    expect(bundle()).not.toBe(first);
  });

  it('copies the documents that the program needs to the folder of the bundle', () => {
    bundle();
    const document = 'docs/openapi/v2.json';
    const copy = path.join(root, 'dist/apps/gateway', document);
    writeFileSync(copy, 'old');
    bundle();
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(path.join(root, document), 'utf8'));
  });

  it('builds a bundle again when its program is missing', () => {
    bundle();
    rmSync(output);
    bundle();
    expect(existsSync(output)).toBe(true);
  });
});
