// Checks the OpenAPI documents with a validator and a linter: node tools/docs/check-openapi.mjs FILE [FILE …]
// Prints a line for each problem. This is a separate program because jest cannot load the validator and the linter,
// which are ES modules.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';

/** All recommended rules apply, and their warnings count too. */
const config = await createConfig({ extends: ['recommended'] });

for (const file of process.argv.slice(2)) {
  const name = path.basename(file);
  const { valid, errors } = await new Validator().validate(JSON.parse(readFileSync(file, 'utf8')));
  if (!valid) console.log(`${name}: ${JSON.stringify(errors)}`);
  for (const { severity, ruleId, message, location } of await lint({ ref: file, config })) {
    console.log(`${name}: ${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  }
}
