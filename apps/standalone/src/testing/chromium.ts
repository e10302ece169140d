import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const FOUND = findChromium();

/** The program at CHROMIUM_PATH or, if this is not set, `chromium` on the path. Undefined if it does not exist. */
function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const candidates = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : PATH.split(path.delimiter).map((folder) => path.join(folder, 'chromium'));
  return candidates.find((file) => existsSync(file));
}

/** Like `describe`, but skips the tests with a warning if Chromium is not installed. */
export function describeInChromium(name: string, tests: () => void): void {
  if (FOUND !== undefined) return describe(name, tests);
  console.warn(`SKIPPED ${name}: there is no Chromium. Install the package chromium, or set CHROMIUM_PATH.`);
  describe.skip(name, tests);
}

export function launchChromium(): Promise<Browser> {
  // In containers, Chromium's sandbox lacks the privileges that it needs, and there is little
  // shared memory.
  return chromium.launch({ executablePath: FOUND, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
