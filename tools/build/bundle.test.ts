import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const output = path.join(root, 'dist/apps/gateway/main.js');
const input = path.join(root, 'apps/gateway/src/main.ts');

/** Bundles the gateway. @returns when its program was written. */
function bundle(): number {
  execFileSync(process.execPath, ['tools/build/bundle.mjs', 'gateway'], { cwd: root });
  return statSync(output).mtimeMs;
}

describe('bundling a deployable again', () => {
  it('does nothing while its files are the same', () => {
    const first = bundle();
    expect(bundle()).toBe(first);
  });

  it('builds it when one of its files was written since', () => {
    const first = bundle();
    utimesSync(input, new Date(), new Date(Date.now() - 1000));
    expect(bundle()).not.toBe(first);
  });

  it('builds it when its program is missing', () => {
    bundle();
    rmSync(output);
    bundle();
    expect(existsSync(output)).toBe(true);
  });
});
