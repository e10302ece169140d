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
    "import { createLogger } from '@keyhaven/service/observability/logger';",
  ],
  'contracts that import a package other than zod and ts-rest': [
    'libs/contracts/src/x.ts',
    "import express from 'express';",
  ],
  'stays that import a package': ['libs/stays/src/x.ts', "import { z } from 'zod';"],
  'stays that import another library of the repository': [
    'libs/stays/src/x.ts',
    "import { ApiError } from '@keyhaven/contracts/shared/errors';",
  ],
  'an app that imports kafkajs': ['apps/booking/src/x.ts', "import { Kafka } from 'kafkajs';"],
  'an app that creates a metric without the registry': [
    'apps/booking/src/x.ts',
    "import { Counter } from 'prom-client';",
  ],
  'deployed code that imports the library for tests': [
    'apps/booking/src/x.ts',
    "import { until } from '@keyhaven/testing/until';",
  ],
  'the client that imports another library than the contracts': [
    'libs/client/src/x.ts',
    "import { createLogger } from '@keyhaven/service/observability/logger';",
  ],
  'the client that imports a package that programs would have to install': [
    'libs/client/src/x.ts',
    "import { request } from 'undici';",
  ],
  'a service that imports the client': [
    'apps/booking/src/x.ts',
    "import { createClient } from '@keyhaven/client/create-client';",
  ],
  'an app that imports ts-rest': ['apps/gateway/src/x.ts', "import type { AppRoute } from '@ts-rest/core';"],
  'contracts that import ts-rest': ['libs/contracts/src/x.ts', "import { initContract } from '@ts-rest/core';"],
  "a test that imports ts-rest's adapter for Express": [
    'libs/service/src/x.test.ts',
    "import { RequestValidationError } from '@ts-rest/express';",
  ],
  'the file for one package of ts-rest that imports the other': [
    'libs/service/src/http/ts-rest.ts',
    "import { initContract } from '@ts-rest/core';",
  ],
  'a library that creates a metric': ['libs/service/src/x.ts', "import { Counter } from 'prom-client';"],
} as const;
const allowed = {
  'the file for ts-rest that imports it': [
    'libs/contracts/src/platform/ts-rest.ts',
    "export { initContract } from '@ts-rest/core';",
  ],
  "the file for ts-rest's adapter for Express that imports it": [
    'libs/service/src/http/ts-rest.ts',
    "export { createExpressEndpoints } from '@ts-rest/express';",
  ],
  'an app that imports the file for ts-rest': [
    'apps/gateway/src/x.ts',
    "import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';",
  ],
  'a library that imports the type of a metric': [
    'libs/service/src/x.ts',
    "import type { Counter } from 'prom-client';",
  ],
  'the client that imports the contracts': [
    'libs/client/src/x.ts',
    "import { bookingPublicContract } from '@keyhaven/contracts/booking/public-contract';",
  ],
  'an app that imports the domain and the contracts': [
    'apps/booking/src/x.ts',
    "import { nightsOf } from '@keyhaven/stays/nights'; import { ApiError } from '@keyhaven/contracts/shared/errors';",
  ],
  'the standalone app that imports another app': [
    'apps/standalone/src/x.ts',
    "import { bookingService } from '@keyhaven/booking/service';",
  ],
} as const;

describe('the eslint rules for imports', () => {
  let messages: Record<string, string[]>;
  beforeAll(() => {
    const environment = { ...process.env, NX_DAEMON: 'false' };
    // The eslint rule reads nx's project graph, which this command updates.
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

  it.each(Object.keys(violations))('refuses %s', (name) => {
    expect(messages[name]).toHaveLength(1);
  });

  it.each(Object.keys(allowed))('allows %s', (name) => {
    expect(messages[name]).toEqual([]);
  });
});
