import { laterReader } from '@keyhaven/contracts/shared/read-later';
import { z } from 'zod';
import type { Direction, JsonSchema } from './json-schema';
import { tidySchema } from './tidy-schema';

const DEFINITION = '#/definitions/';
export const COMPONENT = '#/components/schemas/';

/**
 * Converts the zod schemas of contracts to OpenAPI 3.0. Schemas with a name (`.meta({ id })`) are
 * collected as components.
 */
export class SchemaConverter {
  private readonly found = new Map<string, JsonSchema>();

  /** The named schemas found so far, by name. */
  get components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.found].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Converts a schema. The named schemas inside it are replaced by references. */
  convert(schema: z.ZodType, direction: Direction): JsonSchema {
    const { definitions = {}, ...converted } = toJsonSchema(schema, direction);
    const names = new Map(Object.entries(definitions).map(([id, one]) => [id, this.nameOf(id, direction, one)]));
    for (const [id, one] of Object.entries(definitions))
      this.add(names.get(id)!, withReferences(one, names), direction);
    return tidySchema(withReferences(converted, names), direction);
  }

  /**
   * Adds a schema to the components. @returns a reference to it.
   * @throws Error if a different schema already has this name.
   */
  add(name: string, schema: JsonSchema, direction: Direction): JsonSchema {
    const tidy = tidySchema(schema, direction);
    const before = this.found.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(tidy)) {
      throw new Error(`two different schemas have the name ${name}`);
    }
    this.found.set(name, tidy);
    return { $ref: `${COMPONENT}${name}` };
  }

  /**
   * Returns the name of a schema. If the schema differs between responses and requests, the one in requests gets the
   * suffix `Input`. For this comparison, responses must be converted first.
   */
  private nameOf(id: string, direction: Direction, schema: JsonSchema): string {
    const answered = this.found.get(id);
    if (direction === 'output' || !answered) return id;
    const isSame = JSON.stringify(answered) === JSON.stringify(tidySchema(withReferences(schema, new Map()), 'input'));
    return isSame ? id : `${id}Input`;
  }
}

interface Converted extends JsonSchema {
  $schema?: string;
  definitions?: Record<string, JsonSchema>;
}

/** Converts a schema. `definitions` contains the named schemas inside it. */
function toJsonSchema(schema: z.ZodType, direction: Direction): Converted {
  const ofReaders: Record<string, JsonSchema> = {};
  const {
    $schema: _dialect,
    definitions,
    ...converted
  } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: direction,
    // Schemas that OpenAPI cannot represent become empty. A test checks that the documents
    // contain none.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const described = jsonSchema as JsonSchema;
      const reader = zodSchema instanceof z.ZodUnknown ? laterReader(zodSchema) : undefined;
      if (reader) {
        const { definitions: found, ...read } = toJsonSchema(reader, direction);
        Object.assign(ofReaders, found);
        Object.assign(described, read);
      }
      if (zodSchema instanceof z.ZodDefault && isPlain(zodSchema.def.defaultValue)) {
        described.default = zodSchema.def.defaultValue;
      }
    },
  }) as Converted;
  return { ...converted, definitions: { ...ofReaders, ...definitions } };
}

/** Whether a default value of the contract can be used as it is in the OpenAPI schema. */
function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function withReferences<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => withReferences(one, names)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]: [string, unknown]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, withReferences(value, names)];
      const id = value.replace(DEFINITION, '');
      return [key, `${COMPONENT}${names.get(id) ?? id}`];
    }),
  ) as Part;
}
