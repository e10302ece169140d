/**
 * `npm run docs:openapi` writes docs/openapi/*.json from the contracts and the recorded examples. openapi.test.ts fails
 * if a file is out of date.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDocument } from '@keyhaven/api-docs/openapi/build-document';
import type { RecordedExample } from '@keyhaven/api-docs/openapi/examples';
import { documentKinds, type DocumentName, documentNames } from '@keyhaven/api-docs/openapi/documents';

const root = path.resolve(__dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

export function fileOf(name: DocumentName): string {
  return path.join(root, 'docs/openapi', `${name}.json`);
}

/** The recorded examples of an operation. Empty if the operation has no file. */
function examplesOf(operationId: string): RecordedExample[] {
  const file = path.join(root, 'docs/examples', `${operationId}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedExample[]) : [];
}

/** Returns the text of the file of an OpenAPI document. */
export function documentText(name: DocumentName): string {
  return `${JSON.stringify(buildDocument(documentKinds[name], version, examplesOf), null, 2)}\n`;
}

if (require.main === module) {
  mkdirSync(path.join(root, 'docs/openapi'), { recursive: true });
  for (const name of documentNames) writeFileSync(fileOf(name), documentText(name));
}
