/**
 * The types of requests that programs send. Each is derived from two types of a schema: the values that the schema
 * accepts (`Accepted`), and the values that it converts them to (`Parsed`).
 */

type IsUnknown<T> = unknown extends T ? true : false;

/** Parameters that only a `next_page_url` contains, so programs do not set them. */
type PagingKeys = 'after_id' | 'after_offset';

/**
 * The type of one parameter. Enums have their documented spelling. Ids in a list may also be numbers, and timestamps
 * may also be `Date` objects.
 */
type Parameter<Accepted, Parsed> = [Parsed] extends [boolean | 'all']
  ? Parsed
  : [Parsed] extends [readonly (infer Entry)[]]
    ? [Entry] extends [number]
      ? number | string | readonly (number | string)[]
      : Entry | readonly Entry[]
    : [Parsed] extends [Date]
      ? Accepted | Date
      : [Parsed] extends [string]
        ? Parsed
        : Accepted;

type ParsedField<Parsed, Key> = Key extends keyof Parsed ? Parsed[Key] : unknown;

/** The query and path parameters of a request. */
export type ParametersOf<Accepted, Parsed> = {
  [
    Key in keyof Accepted as Key extends PagingKeys ? never : IsUnknown<Accepted[Key]> extends true ? never : Key
  ]: Parameter<Exclude<Accepted[Key], undefined>, Exclude<ParsedField<Parsed, Key>, undefined>>;
};

/**
 * An optional field without a type is a field that only the server sets. A client may send it back unchanged, but has
 * no reason to set it.
 */
type IsEcho<Body, Key extends keyof Body> =
  IsUnknown<Body[Key]> extends true ? (Record<never, never> extends Pick<Body, Key> ? true : false) : false;

type Words<Accepted, Parsed> = Extract<Parsed, string> | Exclude<Accepted, string>;

/** The type of a body. Enums have their documented spelling, and timestamps may also be `Date` objects. */
export type BodyOf<Accepted, Parsed> = Accepted extends readonly (infer Entry)[]
  ? BodyOf<Entry, Extract<Parsed, readonly unknown[]>[number]>[]
  : Accepted extends object
    ? {
        [Key in keyof Accepted as IsEcho<Accepted, Key> extends true ? never : Key]: BodyField<
          Accepted[Key],
          ParsedField<Extract<Parsed, object>, Key>
        >;
      }
    : Accepted;

type BodyField<Accepted, Parsed> =
  IsUnknown<Parsed> extends true
    ? Accepted
    : [Extract<Parsed, Date>] extends [never]
      ? [Extract<Parsed, string>] extends [never]
        ? BodyOf<Accepted, Parsed>
        : Words<Accepted, Parsed>
      : Accepted | Date;
