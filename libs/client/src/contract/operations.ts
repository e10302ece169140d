import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import type { BodyOf, ParametersOf } from './input-types';
import type { PublicRoutes } from './public-routes';

/**
 * Whether the client supports a route, as a type. `isOperation` in route-table.ts is the same
 * condition for values. The build of the package checks that both conditions select the same
 * routes.
 */
type IsOperation<Route> = Route extends { deprecated: true }
  ? false
  : Route extends { path: `/v2/${string}` }
    ? true
    : false;

/**
 * A schema that accepts `Accepted` and converts it to `Parsed`. This is not `z.ZodType`, because the type of z.record
 * cannot be assigned to `z.ZodType`.
 */
type Parsing<Accepted, Parsed> = { _zod: { input: Accepted; output: Parsed } };

type Parameters<Route, Part extends 'pathParams' | 'query'> =
  Route extends Record<Part, Parsing<infer Accepted, infer Parsed>> ? ParametersOf<Accepted, Parsed> : unknown;

/** If the body may be omitted, the route does not read it. The request then has no `body`. */
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

/** The types of an operation's request and response. */
export interface Operation {
  /** Path and query parameters by name. The body is the field `body`. */
  request: object;
  answer: unknown;
}

interface OperationOf<Route extends AppRoute> {
  request: Flat<Parameters<Route, 'pathParams'> & Parameters<Route, 'query'> & Body<Route>>;
  answer: AnswerOf<Route>;
}

/**
 * All operations of version 2 of the API, by the names that the reference and the OpenAPI document
 * use.
 */
export type Operations = {
  [Name in keyof PublicRoutes as IsOperation<PublicRoutes[Name]> extends true ? Name : never]: OperationOf<
    PublicRoutes[Name]
  >;
};
export type OperationName = keyof Operations;
