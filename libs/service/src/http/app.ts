import { ApiError } from '@keyhaven/contracts/shared/errors';
import express, { type Express } from 'express';
import type { Logger } from '../logger';
import type { Metrics } from '../metrics';
import type { AccountExists } from './assert-account';
import { importBody } from './import-body';
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
  /** The largest JSON body, in bytes; undefined if the app does not read bodies. */
  maxBodyBytes?: number;
  /** Path prefixes, such as /forms/, that also accept HTML forms and answer errors with HTML pages. */
  formPaths?: readonly string[];
  /**
   * Says whether the account in the path of an operator's request exists; without it the routes check that themselves.
   */
  accountExists?: AccountExists;
  /** Receives every failure of a request, including those that are answered with an error of the registry. */
  noteFailure?(error: unknown): void;
  /** Adds the routes. */
  routes(app: Express): void;
}

/**
 * Builds the Express app of a service, in the same order for all services: request id and log, health, bodies, routes,
 * errors.
 */
export function createApp(options: AppOptions): Express {
  const { logger, metrics, maxBodyBytes, formPaths = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  app.locals[ACCOUNT_EXISTS] = options.accountExists;
  // Routes set the ETags of single records, which begin with the version; lists have none.
  app.set('etag', false);
  app.set('query parser', parseQuery);

  // Always ok, for load balancers and the gateway. Checks that cost or reveal more are on the operations port.
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));

  app.use(requestLog(logger, metrics));
  if (formPaths.length > 0) app.use([...formPaths], answerPages);
  app.use(checkHeaders);
  app.use((request, _response, next) => {
    // Express parses the query each time that it is read. Parsing it once here also refuses a malformed one before
    // anything else is done.
    if (!Object.hasOwn(request, 'query')) Object.defineProperty(request, 'query', { value: request.query });
    next();
  });
  if (maxBodyBytes !== undefined) {
    app.use(importBody(maxBodyBytes));
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

/** Marks requests to these paths, so that their errors are answered with pages. */
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
    // A form was parsed already, on paths that accept forms.
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
