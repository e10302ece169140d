// The npm script `prepare`, which npm runs after an installation. It never makes an installation fail.
import { spawnSync } from 'node:child_process';
import { noteInstalled } from './installed.mjs';

const OURS = '.husky/_';

/**
 * Makes git run .husky/pre-commit. Does nothing in CI, if husky is not installed, or if other hooks are configured.
 * @returns why nothing was done, or what husky says.
 */
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

/** Whether npm has installed all dependencies, and not only some or none of them. */
function isWhole() {
  const { npm_config_omit, npm_config_dry_run, npm_config_package_lock_only, NODE_ENV } = process.env;
  return !npm_config_omit && !npm_config_dry_run && !npm_config_package_lock_only && NODE_ENV !== 'production';
}

try {
  if (isWhole()) noteInstalled();
} catch (error) {
  console.log(`The next npm script installs the dependencies again: ${error.message}`);
}
const message = await installHooks();
if (message) console.log(message);
