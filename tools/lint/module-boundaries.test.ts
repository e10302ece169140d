import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

const violations = {
  'an app that imports another app': [
    'apps/booking/src/x.ts',
    "import { identityService } from '@keyhaven/identity/service';",
  ],
  'contracts that import a service library': [
    'libs/contracts/src/x.ts',
    "import { createLogger } from '@keyhaven/service/logger';",
  ],
  'contracts that import another package': ['libs/contracts/src/x.ts', "import express from 'express';"],
  'stays that import a package': ['libs/stays/src/x.ts', "import { z } from 'zod';"],
  'stays that import another library of the repository': [
    'libs/stays/src/x.ts',
    "import { ApiError } from '@keyhaven/contracts/shared/errors';",
  ],
  'an app that imports kafkajs': ['apps/booking/src/x.ts', "import { Kafka } from 'kafkajs';"],
  'deployed code that imports the library for tests': [
    'apps/booking/src/x.ts',
    "import { until } from '@keyhaven/testing/until';",
  ],
} as const;
const allowed = {
  'an app that imports the domain and the contracts': [
    'apps/booking/src/x.ts',
    "import { nightsOf } from '@keyhaven/stays/nights'; import { ApiError } from '@keyhaven/contracts/shared/errors';",
  ],
  'the standalone app that imports another app': [
    'apps/standalone/src/x.ts',
    "import { bookingService } from '@keyhaven/booking/service';",
  ],
} as const;

describe('the module boundaries', () => {
  let messages: Record<string, string[]>;
  beforeAll(() => {
    const environment = { ...process.env, NX_DAEMON: 'false' };
    // The rule reads the project graph that nx keeps.
    execFileSync(process.execPath, ['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], {
      cwd: root,
      env: environment,
    });
    const cases = Object.entries({ ...violations, ...allowed });
    const input = JSON.stringify(cases.map(([, [file, source]]) => ({ file, source })));
    const printed = execFileSync(process.execPath, ['tools/lint/check-boundaries.mjs'], {
      cwd: root,
      env: environment,
      input,
    });
    const results = JSON.parse(printed.toString().trim().split('\n').pop()!) as string[][];
    messages = Object.fromEntries(cases.map(([name], index) => [name, results[index]!]));
  }, 120_000);

  it.each(Object.keys(violations))('refuse %s', (name) => {
    expect(messages[name]).toHaveLength(1);
  });

  it.each(Object.keys(allowed))('allow %s', (name) => {
    expect(messages[name]).toEqual([]);
  });
});
