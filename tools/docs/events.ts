/** `npm run docs:events` writes docs/asyncapi from the contracts. event-documents.test.ts fails if a file is out of date. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventDocuments } from '@keyhaven/api-docs/events/event-documents';

const folder = path.resolve(__dirname, '../../docs/asyncapi');

rmSync(folder, { recursive: true, force: true });
for (const [file, content] of Object.entries(eventDocuments())) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
