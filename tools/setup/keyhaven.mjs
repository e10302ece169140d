#!/usr/bin/env node
// The command line of the client, from its sources: npx keyhaven.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// Set the path of TypeScript's configuration, because tsx would otherwise look for it in the current folder.
process.env.TSX_TSCONFIG_PATH ??= path.join(root, 'tsconfig.json');
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)(path.join(root, 'libs/client/src/cli/main.ts'));
