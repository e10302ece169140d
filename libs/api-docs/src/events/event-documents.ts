import { asyncApiDocument } from './async-api';
import { eventSchemas } from './event-schemas';

/** Returns the files in docs/asyncapi: their contents, by path within that folder. */
export function eventDocuments(): Record<string, string> {
  const schemas = Object.entries(eventSchemas()).map(([name, schema]) => [`schemas/${name}.json`, schema] as const);
  const documents = Object.fromEntries([['keyhaven.json', asyncApiDocument()] as const, ...schemas]);
  return Object.fromEntries(
    Object.entries(documents).map(([file, document]) => [file, `${JSON.stringify(document, null, 2)}\n`]),
  );
}
