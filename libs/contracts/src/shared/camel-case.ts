/** A name of version 2, as `property_id`, in camelCase, as `propertyId`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** An object with its names in camelCase. */
export type InCamelCase<Fields> = { [Name in keyof Fields & string as CamelCase<Name>]: Fields[Name] };

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}

/** The same values under names in camelCase. */
export function inCamelCase<Fields extends object>(fields: Fields): InCamelCase<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [camelCase(name), value]),
  ) as InCamelCase<Fields>;
}
