import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { BodyOf, ParametersOf } from './input-types';
import type { PublicRoutes } from './public-routes';

/** The same condition as in route-table.ts. The build of the package compares both. */
type IsOperation<Route> = Route extends { deprecated: true }
  ? false
  : Route extends { path: `/v2/${string}` }
    ? true
    : false;

/**
 * What a schema accepts, and what it converts this to. This is not `z.ZodType`, because z.record is not assignable to
 * it.
 */
type Parsing<Accepted, Parsed> = { _zod: { input: Accepted; output: Parsed } };

type Parameters<Route, Part extends 'pathParams' | 'query'> =
  Route extends Record<Part, Parsing<infer Accepted, infer Parsed>> ? ParametersOf<Accepted, Parsed> : unknown;

/** A body that may be omitted is not read. */
type Body<Route> = Route extends { body: Parsing<infer Accepted, infer Parsed> }
  ? undefined extends Accepted
    ? unknown
    : { body: BodyOf<Accepted, Parsed> }
  : unknown;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };

type AnswerOf<Route extends AppRoute> = 200 extends keyof Route['responses']
  ? OutputOf<Route['responses'][200]>
  : undefined;

type OutputOf<Schema> = Schema extends { _zod: { output: infer Parsed } } ? Parsed : undefined;

/** What an operation accepts and answers. */
export interface Operation {
  /** Path and query parameters by name, and the body as `body`. */
  request: object;
  answer: unknown;
}

interface OperationOf<Route extends AppRoute> {
  request: Flat<Parameters<Route, 'pathParams'> & Parameters<Route, 'query'> & Body<Route>>;
  answer: AnswerOf<Route>;
}

/** All operations of version 2, by name. The names are those of the reference and of the OpenAPI document. */
export type Operations = {
  [Name in keyof PublicRoutes as IsOperation<PublicRoutes[Name]> extends true ? Name : never]: OperationOf<
    PublicRoutes[Name]
  >;
};
export type OperationName = keyof Operations;
