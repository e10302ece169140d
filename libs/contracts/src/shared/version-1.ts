import { z } from 'zod';
import { camelCase, type InCamelCase, inCamelCase, type InSnakeCase, inSnakeCase } from './camel-case';
import { nextPage, page, type Page } from './paging';

/**
 * Converts the parameters of a version 2 route for a version 1 route. Version 1 accepts both the camelCase and the
 * version 2 names, because nextPageUrl in its responses contains version 2 names such as after_id.
 */
export function parametersOfVersion1<Shape extends z.ZodRawShape>(shape: Shape): Shape & InCamelCase<Shape> {
  return { ...shape, ...shapeInVersion1(shape) };
}

/**
 * Names that field descriptions mention although the schema has no such field. In version 1 they
 * are written in camelCase too.
 */
const elsewhere = /^(include_[a-z_]+|updated_utc|next_page_url|door_codes|cancellation_policy_description)$/;

/** Converts the fields of a version 2 schema to version 1. Their names, also in descriptions, become camelCase. */
export function shapeInVersion1<Shape extends z.ZodRawShape>(shape: Shape): InCamelCase<Shape> {
  const described = Object.entries(shape).map(([name, schema]) => {
    const inVersion2 = descriptionOf(schema);
    const inVersion1 = inVersion2?.replace(/`([a-z_]+)`/g, (quoted, named: string) =>
      named in shape || elsewhere.test(named) ? `\`${camelCase(named)}\`` : quoted,
    );
    return [name, inVersion1 === inVersion2 ? schema : (schema as z.ZodType).describe(inVersion1!)];
  });
  return inCamelCase(Object.fromEntries(described) as Shape);
}

/** Returns the description of a field, which may be inside `optional`, `nullable` or `default`. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description;
  if (own !== undefined) return own;
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapper ? descriptionOf(schema.unwrap()) : undefined;
}

/**
 * Converts the query of a version 1 route to the names of version 2. If both names of a parameter were sent, the
 * camelCase one is used.
 */
export function queryInVersion2<Query extends object>(query: Query): InSnakeCase<Query> {
  const isCamelCase = (name: string) => /[A-Z]/.test(name);
  const entries = Object.entries(query).sort(([a], [b]) => Number(isCamelCase(a)) - Number(isCamelCase(b)));
  return inSnakeCase(Object.fromEntries(entries) as Query);
}

/** A page of a list in version 1. */
export function pageOfVersion1<Item extends z.ZodType>(item: Item) {
  return page(item).omit({ next_page_url: true }).extend({ nextPageUrl: nextPage });
}

export type PageOfVersion1<Item> = InCamelCase<Page<Item>>;

/** Converts a record of version 2 to version 1: the fields of `schema`, with camelCase names at every level. */
export function recordInVersion1<Schema extends z.ZodType>(schema: Schema, record: object): z.output<Schema> {
  return schema.parse(inCamelCaseThroughout(record));
}

/** Converts a page of version 2 to version 1. */
export function pageInVersion1<Schema extends z.ZodType>(
  schema: Schema,
  { items, next_page_url, ...rest }: Page<object>,
): PageOfVersion1<z.output<Schema>> {
  return { items: items.map((item) => recordInVersion1(schema, item)), ...rest, nextPageUrl: next_page_url };
}

function inCamelCaseThroughout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCaseThroughout);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [camelCase(name), inCamelCaseThroughout(part)]),
  );
}
