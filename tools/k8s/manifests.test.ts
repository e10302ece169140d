import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

describe('the manifests of services in k8s/', () => {
  it('are up to date (npm run k8s:manifests writes them)', () => {
    // Run the program in a separate process, because it loads all services.
    const program = ['--require', 'tsx/cjs', 'tools/k8s/write-manifests.ts', '--check'];
    expect(execFileSync(process.execPath, program, { cwd: root, encoding: 'utf8' })).toBe('');
  });
});
