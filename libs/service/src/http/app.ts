import { ApiError } from '@keyhaven/contracts/shared/errors';
import express, { type Express } from 'express';
import type { Logger } from '../logger';
import type { Metrics } from '../metrics';
import type { AccountExists } from './assert-account';
import { boundBody } from './bound-body';
import { checkBody } from './check-body';
import { checkHeaders } from './check-headers';
import { errorHandler } from './error-handler';
import { ACCOUNT_EXISTS } from './mount-contract';
import { parseQuery } from './parse-query';
import { requestLog } from './request-log';

export interface AppOptions {
  logger: Logger;
  metrics: Metrics;
  /** The largest JSON body, in bytes; undefined when bodies are not read here. */
  maxBodyBytes?: number;
  /** The beginnings of paths that take forms of browsers too, and answer errors with pages, each such as /forms/. */
  formPaths?: readonly string[];
  /** Whether an account exists that the path of an operator's request names; left out: the routes look for themselves. */
  accountExists?: AccountExists;
  /** Takes note of every failure of a request, also of those that are refused in our words. */
  noteFailure?(error: unknown): void;
  /** Adds the routes. */
  routes(app: Express): void;
}

/** Puts a service's Express app together, the same way for all: ids and log, health, bodies, routes, errors. */
export function createApp(options: AppOptions): Express {
  const { logger, metrics, maxBodyBytes, formPaths = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  app.locals[ACCOUNT_EXISTS] = options.accountExists;
  // Single records have ETags of their own, which begin with the version; pages have none.
  app.set('etag', false);
  app.set('query parser', parseQuery);

  // A constant, for load balancers and the gateway. Checks that cost or reveal more are on the operations port.
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));

  app.use(requestLog(logger, metrics));
  if (formPaths.length > 0) app.use([...formPaths], answerPages);
  app.use(checkHeaders);
  app.use((request, _response, next) => {
    // Read once before anything is done for the request: reading it is what refuses it.
    void request.query;
    next();
  });
  if (maxBodyBytes !== undefined) {
    app.use(boundBody(maxBodyBytes));
    if (formPaths.length > 0) app.use([...formPaths], readForm);
    app.use(requireJson());
    app.use(express.json({ limit: maxBodyBytes, strict: false, verify: checkBody }));
  }
  options.routes(app);
  app.use((request) => {
    throw new ApiError('not_found', `there is no ${request.method} ${request.path.slice(0, 200)}`);
  });
  app.use(errorHandler(logger, (error) => options.noteFailure?.(error)));
  return app;
}

/** Lets errors of these paths be answered with pages. */
const answerPages: express.RequestHandler = (_request, response, next) => {
  response.locals.answersPages = true;
  next();
};

/** No form has more than a few short fields. */
const MAX_FORM_BYTES = 16_384;
const readForm = express.urlencoded({ extended: false, limit: MAX_FORM_BYTES, parameterLimit: 50 });

/** Refuses bodies that are not JSON; a body without a content type is taken as JSON, as some clients send it. */
function requireJson(): express.RequestHandler {
  return (request, _response, next) => {
    const hasBody =
      request.headers['content-length'] !== '0' &&
      (request.headers['content-length'] ?? request.headers['transfer-encoding']) !== undefined;
    // A form was read already, where forms are taken.
    if (request.body !== undefined) return next();
    const type = request.headers['content-type'];
    if (hasBody && type === undefined) request.headers['content-type'] = 'application/json';
    else if (hasBody && !/^application\/([\w.-]+\+)?json\b/i.test(type!)) {
      throw new ApiError(
        'unsupported_media_type',
        `Content-Type: ${type!.slice(0, 100)} is not supported; expected application/json`,
      );
    } else if (hasBody)
      request.headers['content-type'] = type!.replace(/^application\/[\w.-]+\+json/i, 'application/json');
    next();
  };
}
