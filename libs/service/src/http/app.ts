import { ApiError } from '@keyhaven/contracts/shared/errors';
import { tracing } from '@keyhaven/tracing/tracing';
import express, { type Express, type Response } from 'express';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import type { AccountExists } from './assert-account';
import { importBody } from './import-body';
import { boundBody, hasNoMeaning } from './bound-body';
import { checkBody } from './check-body';
import { checkHeaders } from './check-headers';
import { errorHandler } from './error-handler';
import { inflateBody, parsing } from './inflate-body';
import { keepSent } from './kept-bodies';
import { ACCOUNT_EXISTS, LOGGER } from './mount-contract';
import { parseQuery } from './parse-query';
import { requestLog } from './request-log';
import { traceRequests } from './trace-requests';

export interface AppOptions {
  logger: Logger;
  metrics: Metrics;
  /** The number of migrations that were applied to the stored data. Set by services that store data. */
  schemaVersion?: number;
  /** The maximum size of a JSON body, in bytes. Undefined if the app does not read bodies. */
  maxBodyBytes?: number;
  /**
   * Prefixes of paths, such as /forms/, that accept HTML forms in addition to JSON. Errors on these
   * paths are HTML pages.
   */
  formPaths?: readonly string[];
  /** Entries of formPaths, or paths below them, on which a form may have up to maxBodyBytes. */
  largeFormPaths?: readonly string[];
  /**
   * Paths that accept HTML forms in addition to JSON, and whose errors also have the fields of RFC
   * 6749.
   */
  oauthPaths?: readonly string[];
  /**
   * Returns whether an account exists, to check the account in the path of operator routes. If this
   * function is not set, the routes check the account themselves.
   */
  accountExists?: AccountExists;
  /**
   * Called with the error of every failed request, including expected errors with a code in the
   * registry.
   */
  noteFailure?(error: unknown): void;
  routes(app: Express): void;
}

/**
 * Creates the Express app of a service. The order of the handlers is the same in all services:
 * health, tracing, request id and log, bodies, routes, errors.
 */
export function createApp(options: AppOptions): Express {
  const { logger, metrics, maxBodyBytes, formPaths = [], largeFormPaths = [], oauthPaths = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  app.locals[ACCOUNT_EXISTS] = options.accountExists;
  app.locals[LOGGER] = logger;
  // Express must not create ETags. Routes set them for single records, and lists have none.
  app.set('etag', false);
  app.set('query parser', parseQuery);

  // This route is for load balancers, the gateway and the program wait-for-schema. The status is
  // always ok. Checks that cost more or reveal more are on the operations port.
  const health = { status: 'ok', schema_version: options.schemaVersion };
  app.get('/healthz', (_request, response) => void response.json(health));

  if (tracing) app.use(traceRequests(tracing));
  app.use(requestLog(logger, metrics));
  if (formPaths.length > 0) app.use([...formPaths], answerPages);
  if (oauthPaths.length > 0) app.use([...oauthPaths], answerOAuthErrors);
  app.use(checkHeaders);
  app.use((request, _response, next) => {
    // Express would parse the query again on every access. Parse it only once, and refuse a
    // malformed query before any other work.
    if (!Object.hasOwn(request, 'query')) Object.defineProperty(request, 'query', { value: request.query });
    next();
  });
  if (maxBodyBytes !== undefined) {
    const bodies = express.Router();
    bodies.use(importBody(maxBodyBytes));
    bodies.use(boundBody(maxBodyBytes));
    bodies.use(inflateBody(maxBodyBytes));
    const withForms = [...formPaths, ...oauthPaths];
    if (largeFormPaths.length > 0) bodies.use([...largeFormPaths], readForms(maxBodyBytes));
    if (withForms.length > 0) bodies.use(withForms, readForms(MAX_FORM_BYTES));
    bodies.use(requireJson());
    bodies.use(parsing(express.json({ limit: maxBodyBytes, strict: false, verify: readBytes })));
    bodies.use(stopRefused);
    // Most requests are reads without a body. They skip the handlers of bodies.
    app.use((request, response, next) => (announcesBody(request) ? bodies(request, response, next) : next()));
  }
  options.routes(app);
  app.use((request) => {
    throw new ApiError('not_found', `there is no ${request.method} ${request.path.slice(0, 200)}`);
  });
  app.use(errorHandler(logger, (error) => options.noteFailure?.(error)));
  return app;
}

/** Marks a request whose errors must be answered with HTML pages. */
const answerPages: express.RequestHandler = (_request, response, next) => {
  response.locals.answersPages = true;
  next();
};

/** Marks a request whose errors must also have the fields of RFC 6749. */
const answerOAuthErrors: express.RequestHandler = (_request, response, next) => {
  response.locals.answersOAuth = true;
  next();
};

/**
 * Keeps the beginning of a decompressed body for the request log, and checks the body before it is
 * parsed.
 * @throws RefusedBody
 */
function readBytes(_request: unknown, response: object, body: Buffer, charset: string): void {
  keepSent(response as Response, body);
  checkBody(body, charset);
}

/**
 * Skips the route if boundBody has already refused the request, even if the rest of the body arrived
 * later. A refused request must not write anything.
 */
const stopRefused: express.RequestHandler = (_request, response, next) => {
  if (!response.headersSent) next();
};

/** Whether the headers announce a body. It may be empty. */
function announcesBody({ headers }: express.Request): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * The maximum size of a form, in bytes, except on `largeFormPaths`. Most forms have only a few
 * short fields.
 */
const MAX_FORM_BYTES = 16_384;
const readForms = (limit: number) => parsing(express.urlencoded({ extended: false, limit, parameterLimit: 50 }));

/**
 * Refuses bodies that are not JSON with 415. A body without a content type is read as JSON, because
 * some clients omit the header.
 */
function requireJson(): express.RequestHandler {
  return (request, _response, next) => {
    const hasBody = request.headers['content-length'] !== '0';
    // A body that is already set is a form: readForms has parsed it.
    if (request.body !== undefined || hasNoMeaning(request)) return next();
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
