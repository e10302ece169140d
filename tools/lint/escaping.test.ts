import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/**
 * Whether lint:escaping accepts a component. The file is written inside the repository, so that its imports resolve.
 */
function isAccepted(component: string): boolean {
  const folder = mkdtempSync(path.join(root, 'libs/pages/.escaping-'));
  try {
    const file = path.join(folder, 'component.tsx');
    writeFileSync(file, component);
    const scan = path.join(root, 'node_modules/@kitajs/ts-html-plugin/dist/cli.js');
    return spawnSync(process.execPath, [scan, '--project', 'tsconfig.pages.json', file], { cwd: root }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('npm run lint:escaping', () => {
  it('accepts escaped text in a component', () => {
    expect(isAccepted('export const A = ({ text }: { text: string }) => <p safe>{text}</p>;')).toBe(true);
  });

  it('refuses unescaped text in a component', () => {
    expect(isAccepted('export const A = ({ text }: { text: string }) => <p>{text}</p>;')).toBe(false);
  });
});
