/**
 * `npm run docs:examples` records docs/examples: it starts the platform with the demo data, makes the calls of the
 * scenario, and writes the examples of each operation. examples.test.ts fails if they are out of date.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { startDemoPlatform } from './examples/demo-platform';
import { type Example, EXAMPLES_FOLDER } from './examples/example';
import { hideSecrets } from './examples/hide-secrets';
import { runScenario } from './examples/scenario/run-scenario';
import { startScenario } from './examples/scenario';
import { sendWithFetch } from './examples/send-with-fetch';

/** Runs the scenario and returns the examples by operation id. */
async function record(): Promise<Map<string, Example[]>> {
  const platform = await startDemoPlatform();
  try {
    const examples = new Map<string, Example[]>();
    const send = sendWithFetch(platform);
    const scenario = startScenario(platform, send, send, ({ operation, title, request, response }) => {
      const example = hideSecrets({ title, request, response }, platform);
      examples.set(operation, [...(examples.get(operation) ?? []), example]);
    });
    await runScenario(scenario);
    return examples;
  } finally {
    await platform.stop();
  }
}

async function main(): Promise<void> {
  const examples = await record();
  rmSync(EXAMPLES_FOLDER, { recursive: true, force: true });
  mkdirSync(EXAMPLES_FOLDER);
  const options = await prettier.resolveConfig(path.join(EXAMPLES_FOLDER, 'example.json'));
  for (const [operation, list] of examples) {
    const text = await prettier.format(JSON.stringify(list), { ...options, parser: 'json' });
    writeFileSync(path.join(EXAMPLES_FOLDER, `${operation}.json`), text);
  }
  console.log(`${examples.size} operations, ${[...examples.values()].flat().length} examples`);
}

void main().then(() => process.exit(0));
