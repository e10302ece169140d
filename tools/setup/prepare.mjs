// The npm script `prepare`, which makes git run .husky/pre-commit. It does nothing in CI, if husky is not installed, or
// if other hooks are configured. It never makes an installation fail.
import { spawnSync } from 'node:child_process';

const OURS = '.husky/_';

async function installHooks() {
  if (process.env.CI) return 'no git hooks: CI is set';
  const { stdout } = spawnSync('git', ['config', 'core.hooksPath'], { encoding: 'utf8' });
  const hooksPath = stdout?.trim() ?? '';
  if (hooksPath !== '' && hooksPath !== OURS) return `no git hooks: core.hooksPath is ${hooksPath} already`;
  try {
    const { default: husky } = await import('husky');
    return husky();
  } catch {
    return 'no git hooks: husky is not installed';
  }
}

const message = await installHooks();
if (message) console.log(message);
