/** Converts a field name of API version 2, such as `property_id`, to camelCase: `propertyId`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** An object with its field names in camelCase. */
export type InCamelCase<Fields> = { [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name] };

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}

/** Renames the fields of an object to camelCase. */
export function inCamelCase<Fields extends object>(fields: Fields): InCamelCase<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [camelCase(name), value]),
  ) as InCamelCase<Fields>;
}

/** Converts a field name of API version 1, such as `propertyId`, to snake_case: `property_id`. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** An object with its field names in snake_case. */
export type InSnakeCase<Fields> = { [Name in keyof Fields & string as SnakeCase<Name>]: Fields[Name] };

/** Renames the fields of an object to snake_case. If two names become the same, the later value is used. */
export function inSnakeCase<Fields extends object>(fields: Fields): InSnakeCase<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as InSnakeCase<Fields>;
}
