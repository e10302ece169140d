import { ApiError } from '@keyhaven/contracts/shared/errors';
import { isOpenRoute } from '@keyhaven/contracts/shared/open-route';
import type { AppRoute, AppRouter, ServerInferRequest, ServerInferResponseBody } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { authenticate } from '../auth/authenticate';
import type { ApiKind } from '../auth/caller';
import type { TokenVerifier } from '../auth/token-verifier';
import { type AccountExists, assertAccount } from './assert-account';
import { endByDeadline } from './end-by-deadline';
import { noteIgnored } from './ignored-fields';
import { RawAnswer } from './raw-answer';
import { type RequestContext, requestContext } from './request-context';

import { validationMessages } from './validation-messages';

export type { RequestContext };

type Routes = { [name: string]: AppRoute };
/** The argument of a route's function: the validated input and the context of the request. */
export type RouteRequest<Route extends AppRoute> = ServerInferRequest<Route> & { context: RequestContext };
type RouteAnswer<Route extends AppRoute> = 200 extends keyof Route['responses']
  ? ServerInferResponseBody<Route, 200>
  : void;

/** One function for each route of a contract. It does the work and returns the body of the success, or a raw answer. */
export type RouteHandlers<Contract extends Routes> = {
  [Name in keyof Contract]: (request: RouteRequest<Contract[Name]>) => Promise<RouteAnswer<Contract[Name]> | RawAnswer>;
};

/**
 * The key in `app.locals` of the function that says whether an operator's account exists; without it the routes check
 * that themselves.
 */
export const ACCOUNT_EXISTS = 'accountExists';

/**
 * Serves a contract: authenticates, validates all parts of a request together, and answers. Only this file knows how
 * ts-rest and Express work together.
 */
export function mountContract<Contract extends Routes>(
  app: Express,
  api: ApiKind,
  verify: TokenVerifier,
  contract: Contract,
  handlers: RouteHandlers<Contract>,
): void {
  const accountExists = app.locals[ACCOUNT_EXISTS] as AccountExists | undefined;
  const router = Object.fromEntries(
    Object.entries(contract).map(([name, route]) => {
      const status = 200 in route.responses ? 200 : 204;
      const guard = authenticate(api, verify, { isOpen: isOpenRoute(route) });
      // Each handler takes the input of its own route; TypeScript loses this link when the routes are enumerated.
      const handle = handlers[name] as unknown as (request: object) => Promise<unknown>;
      const remember: RequestHandler = (request, response, next) => {
        response.locals.route ??= `${route.method} ${route.path}`;
        // Kept for the error handler: Express clears the parameters before it runs.
        response.locals.params = request.params;
        next();
      };
      const handler = async (input: { req: Request; res: Response }) => {
        const context = requestContext(input.req, input.res);
        const { deadline } = context;
        const body = await endByDeadline(input.res, { deadline, isRead: route.method === 'GET' }, () =>
          handle({ ...input, context }),
        );
        if (body instanceof RawAnswer) return { status: body.status, body: body.open(input.res) };
        return { status, body };
      };
      const ofAccount = api === 'operator' && accountExists && route.path.includes('/:user_id');
      const checks = ofAccount ? [assertAccount(accountExists)] : [];
      return [name, { middleware: [remember, guard, ...checks, noteIgnored(route, api)], handler }];
    }),
  );
  createExpressEndpoints(contract as AppRouter, router as never, app, {
    logInitialization: false,
    jsonQuery: false,
    // Validating a large answer costs as much as writing it, so only tests do it.
    responseValidation: false,
    requestValidationErrorHandler: (error, request: unknown, response: unknown, next) =>
      next(new ApiError('bad_request', validationMessages(error, request as Request, response as Response))),
  });
}
