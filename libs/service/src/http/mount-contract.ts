import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOpenRoute } from '@keyhaven/contracts/shared/open-route';
import { runDry } from '@keyhaven/persistence/dry-run';
import type {
  AppRoute,
  AppRouter,
  ServerInferRequest,
  ServerInferResponseBody,
} from '@keyhaven/contracts/platform/ts-rest';
import { createExpressEndpoints } from './ts-rest';
import type { InternalRoute } from '@keyhaven/contracts/shared/internal-contract';
import type { Express, Request, RequestHandler, Response } from 'express';
import { authenticate } from '../auth/authenticate';
import type { ApiKind } from '../auth/caller';
import type { TokenVerifier } from '../auth/token-verifier';
import type { Logger } from '../observability/logger';
import { internalRoutesOf } from './internal-calls';
import { type AccountExists, assertAccount } from './assert-account';
import { endByDeadline } from './end-by-deadline';
import { noteIgnored } from './ignored-fields';
import { RawAnswer } from './raw-answer';
import { readDryRun } from './read-dry-run';
import { type RequestContext, requestContext } from './request-context';
import { validationMessages } from './validation-messages';

export type { RequestContext };

type Routes = { [name: string]: AppRoute };
/** The argument of a route's handler: the validated input, and the context of the request. */
export type RouteRequest<Route extends AppRoute> = ServerInferRequest<Route> & { context: RequestContext };
type RouteAnswer<Route extends AppRoute> = 200 extends keyof Route['responses']
  ? ServerInferResponseBody<Route, 200>
  : void;

/**
 * A handler for each route of a contract. It does the work, and returns the body of the successful
 * response or a RawAnswer.
 */
export type RouteHandlers<Contract extends Routes> = {
  [Name in keyof Contract]: (request: RouteRequest<Contract[Name]>) => Promise<RouteAnswer<Contract[Name]> | RawAnswer>;
};

/**
 * The handler of any route. It is declared as a method, because TypeScript compares the parameters
 * of methods less strictly. Otherwise a handler could not be called in the loop over all routes, in
 * which the type of its input is not known.
 */
interface AnyRoute {
  handle(request: object): Promise<unknown>;
}

/**
 * The key in `app.locals` of the function that returns whether an account exists. This function is
 * called for operator routes with an account in their path. Without the function, these routes check
 * the account themselves.
 */
export const ACCOUNT_EXISTS = 'accountExists';
/** The key in `app.locals` of the service's logger. */
export const LOGGER = 'logger';

/**
 * Mounts the routes of a contract on an Express app. Each request is authenticated, and its path,
 * query, headers and body are validated together. No other file depends on how ts-rest works with
 * Express.
 */
export function mountContract<Contract extends Routes>(
  app: Express,
  api: ApiKind,
  verify: TokenVerifier,
  contract: Contract,
  handlers: RouteHandlers<Contract>,
): void {
  const accountExists = app.locals[ACCOUNT_EXISTS] as AccountExists | undefined;
  const logger = app.locals[LOGGER] as Logger;
  const router = Object.fromEntries(
    Object.entries(contract).map(([name, route]) => {
      const status = 200 in route.responses ? 200 : 204;
      const guard = authenticate(api, verify, { isOpen: isOpenRoute(route) });
      const anyRoute: AnyRoute = { handle: handlers[name as keyof Contract] };
      const handle = (request: object) => anyRoute.handle(request);
      if (api === 'internal') internalRoutesOf(app).set(route.path, { route: route as InternalRoute, handle });
      const remember: RequestHandler = (request, response, next) => {
        response.locals.route ??= `${route.method} ${route.path}`;
        // Express clears the parameters before the error handler and the log run, so keep them.
        response.locals.params = request.params;
        next();
      };
      const handler = async (input: { req: Request; res: Response }) => {
        const context = requestContext(input.req, input.res, logger);
        const { deadline, isDryRun = false } = context;
        const work = () => handle({ ...input, context });
        const isRead = isDryRun || route.method === 'GET';
        const body = await endByDeadline(input.res, { deadline, isRead }, isDryRun ? () => runDry(work) : work);
        if (body instanceof RawAnswer) return { status: body.status, body: body.open(input.res) };
        return { status, body };
      };
      const namesAccount = api === 'operator' && accountExists && route.path.includes('/:user_id');
      const checks = namesAccount ? [assertAccount(accountExists)] : [];
      return [
        name,
        { middleware: [remember, guard, ...checks, readDryRun(route, api), noteIgnored(route, api)], handler },
      ];
    }),
  );
  createExpressEndpoints(contract as AppRouter, router as never, app, {
    logInitialization: false,
    jsonQuery: false,
    // Responses are validated only in tests: validating a large response takes as long as creating
    // it.
    responseValidation: false,
    requestValidationErrorHandler: (error, request: unknown, response: unknown, next) =>
      next(new ApiError('bad_request', validationMessages(error, request as Request, response as Response))),
  });
}
