import { COMPONENT } from '../schemas/convert-schema';
import type { JsonSchema } from '../schemas/json-schema';
import type { OpenApiDocument } from './document';

/**
 * Replaces each nullable reference with the schema that it points to. In OpenAPI 3.0, `nullable`
 * next to a reference does not allow null, because the referenced schema does not allow it.
 */
export function inlineNullable(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(inlined(part, schemas)).map(([key, value]) => [key, visit(value)]));
  };
  return visit(document) as OpenApiDocument;
}

function inlined(part: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const { nullable, allOf, ...own } = part;
  const reference = nullable === true && Array.isArray(allOf) ? allOf[0]?.$ref : undefined;
  if (reference === undefined) return part;
  return { ...schemas[reference.replace(COMPONENT, '')], ...own, nullable };
}

/** Removes the schemas to which nothing refers. */
export function withoutUnusedSchemas(document: OpenApiDocument): OpenApiDocument {
  const used = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      visit(document.components.schemas[name!]);
    }
  };
  visit({ ...document.paths, ...document.components.responses });
  const schemas = Object.entries(document.components.schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
}
