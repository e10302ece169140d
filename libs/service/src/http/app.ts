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
  /** The number of migrations that the stored data has, if the service stores data. */
  schemaVersion?: number;
  /** The largest JSON body, in bytes; undefined if the app does not read bodies. */
  maxBodyBytes?: number;
  /** Path prefixes, such as /forms/, that also accept HTML forms and answer errors with HTML pages. */
  formPaths?: readonly string[];
  /** The paths among formPaths, or below them, whose forms may be as large as maxBodyBytes. */
  largeFormPaths?: readonly string[];
  /** Paths whose requests may be HTML forms, and whose errors have the shape of RFC 6749 too. */
  oauthPaths?: readonly string[];
  /** Tells whether the account in an operator route's path exists. Without it, the routes check that themselves. */
  accountExists?: AccountExists;
  /** Called with every failed request's error, including errors that have a code in the registry. */
  noteFailure?(error: unknown): void;
  /** Adds the routes. */
  routes(app: Express): void;
}

/**
 * Builds the Express app of a service. The order is the same for all services: health, trace, request id and log,
 * bodies, routes, errors.
 */
export function createApp(options: AppOptions): Express {
  const { logger, metrics, maxBodyBytes, formPaths = [], largeFormPaths = [], oauthPaths = [] } = options;
  const app = express();
  app.disable('x-powered-by');
  app.locals[ACCOUNT_EXISTS] = options.accountExists;
  app.locals[LOGGER] = logger;
  // Routes set the ETags of single records themselves. Lists have no ETag.
  app.set('etag', false);
  app.set('query parser', parseQuery);

  // For load balancers, the gateway and wait-for-schema: always ok. More expensive or revealing checks are on the
  // operations port.
  const health = { status: 'ok', schema_version: options.schemaVersion };
  app.get('/healthz', (_request, response) => void response.json(health));

  if (tracing) app.use(traceRequests(tracing));
  app.use(requestLog(logger, metrics));
  if (formPaths.length > 0) app.use([...formPaths], answerPages);
  if (oauthPaths.length > 0) app.use([...oauthPaths], answerOAuthErrors);
  app.use(checkHeaders);
  app.use((request, _response, next) => {
    // Express parses the query on every access. Parse it once, and refuse a malformed query before any other work.
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
    // Most requests are reads without a body. They skip all of these.
    app.use((request, response, next) => (announcesBody(request) ? bodies(request, response, next) : next()));
  }
  options.routes(app);
  app.use((request) => {
    throw new ApiError('not_found', `there is no ${request.method} ${request.path.slice(0, 200)}`);
  });
  app.use(errorHandler(logger, (error) => options.noteFailure?.(error)));
  return app;
}

/** Marks a request, so that its errors are answered with HTML pages. */
const answerPages: express.RequestHandler = (_request, response, next) => {
  response.locals.answersPages = true;
  next();
};

/** Marks a request, so that its errors have the fields of RFC 6749 too. */
const answerOAuthErrors: express.RequestHandler = (_request, response, next) => {
  response.locals.answersOAuth = true;
  next();
};

/** Checks and keeps the decompressed bytes of a body before they are parsed. @throws RefusedBody */
function readBytes(_request: unknown, response: object, body: Buffer, charset: string): void {
  keepSent(response as Response, body);
  checkBody(body, charset);
}

/**
 * Ends a request that boundBody has refused, even if its body then arrives completely. Nothing may be written for it.
 */
const stopRefused: express.RequestHandler = (_request, response, next) => {
  if (!response.headersSent) next();
};

/** Whether the headers announce a body, which may be empty. */
function announcesBody({ headers }: express.Request): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The limit of a form body, in bytes, except on `largeFormPaths`. Most forms have only a few short fields. */
const MAX_FORM_BYTES = 16_384;
const readForms = (limit: number) => parsing(express.urlencoded({ extended: false, limit, parameterLimit: 50 }));

/** Refuses bodies that are not JSON. A body without a content type is read as JSON, because some clients omit it. */
function requireJson(): express.RequestHandler {
  return (request, _response, next) => {
    const hasBody = request.headers['content-length'] !== '0';
    // On paths that accept forms, readForms has already parsed the form.
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
