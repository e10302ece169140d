import { laterReader } from '@keyhaven/contracts/shared/read-later';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';

/** Finds the description of a field, and the descriptions of the fields within it. */
export interface Described {
  text: string | undefined;
  field(name: string): Described;
  entry(): Described;
}

export const nothingDescribed: Described = {
  text: undefined,
  field: () => nothingDescribed,
  entry: () => nothingDescribed,
};

/** Finds the descriptions of the fields in a request, in a successful response, or in a schema. */
export const descriptionsOf = {
  request: (route: AppRoute): Described => ({
    ...nothingDescribed,
    field: (name) => {
      if (name === 'body') return 'body' in route ? described(route.body) : nothingDescribed;
      const inPath = described(route.pathParams).field(name);
      return inPath === nothingDescribed ? described(route.query).field(name) : inPath;
    },
  }),
  answer: (route: AppRoute): Described => described(route.responses[200]),
  schema: (schema: z.ZodType | undefined): Described => described(schema),
};

function described(schema: unknown): Described {
  if (!(schema instanceof z.ZodType)) return nothingDescribed;
  const layers = layersOf(schema);
  return {
    text: layers.map(({ description }) => description).find((text) => text !== undefined),
    field: (name) => {
      const shapes = layers.flatMap((layer) => (layer instanceof z.ZodObject ? [layer.shape as z.ZodRawShape] : []));
      return described(shapes.find((shape) => name in shape)?.[name]);
    },
    entry: () => described(layers.flatMap((layer) => (layer instanceof z.ZodArray ? [layer.element] : []))[0]),
  };
}

/**
 * Returns a schema and the schemas inside it, such as the schema of an optional field or the input of a transformation.
 */
function layersOf(schema: z.core.$ZodType): z.ZodType[] {
  if (!(schema instanceof z.ZodType)) return [];
  const inner: z.core.$ZodType[] = [];
  if (schema instanceof z.ZodUnknown) inner.push(...[laterReader(schema) ?? []].flat());
  else if (schema instanceof z.ZodPipe) inner.push(schema.in);
  else if (schema instanceof z.ZodUnion) inner.push(...schema.options);
  else if (schema instanceof z.ZodIntersection) inner.push(schema.def.left, schema.def.right);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    inner.push(schema.def.innerType);
  return [schema, ...inner.flatMap(layersOf)];
}

/** Writes a text as the comment of a declaration, or nothing if there is no text. */
export function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
