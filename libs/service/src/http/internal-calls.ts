import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { InternalRoute } from '@keyhaven/contracts/shared/internal-contract';
import { readSentFields } from '@keyhaven/contracts/shared/sent-fields';
import { RequestProgress } from '@keyhaven/persistence/request-progress';
import { type TraceHeaders, tracing } from '@keyhaven/tracing/tracing';
import type { Express } from 'express';
import type { z } from 'zod';
import { type IssuerGrants, issuerGrants } from '../auth/issuer-grants';
import { asApiError } from './as-api-error';
import type { RequestContext } from './request-context';
import { describeIssue } from './validation-messages';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';

/** A call that comes from another service in the same process. */
export interface InternalCall {
  /** The name of the calling service. */
  issuer: string;
  /** The path of the route, as in the contract. */
  path: string;
  params: object;
  body: unknown;
  requestId?: string;
  /** The trace headers of the calling request or job. */
  trace?: TraceHeaders;
}

type Handle = (request: object) => Promise<unknown>;

/** The internal routes of a service, by their path in the contract. */
export type InternalRoutes = Map<string, { route: InternalRoute; handle: Handle }>;

const INTERNAL_ROUTES = 'internalRoutes';

/** Returns the internal routes that were mounted on an app. */
export function internalRoutesOf({ locals }: Express): InternalRoutes {
  locals[INTERNAL_ROUTES] ??= new Map();
  return locals[INTERNAL_ROUTES] as InternalRoutes;
}

interface InternalCallsOptions {
  /** The name of the called service. */
  service: string;
  routes: InternalRoutes;
  grants?: IssuerGrants;
  logger: Logger;
  metrics: Metrics;
  /** Called with the error of every failed call. */
  noteFailure: (error: unknown) => void;
}

/**
 * Answers calls from other services in the same process, with the same access rules and validation
 * as over HTTP. The work runs outside the caller's async context, so it is not counted as part of
 * the caller's request or job.
 */
export class InternalCalls {
  /** An async context without the request or job of any caller. */
  private readonly context = new AsyncResource('InternalCalls');

  constructor(private readonly options: InternalCallsOptions) {}

  /** @throws ApiError, or the unexpected error of the route, which is logged. */
  async call(call: InternalCall): Promise<unknown> {
    const { metrics, logger, noteFailure } = this.options;
    const started = performance.now();
    const { path, requestId = randomUUID() } = call;
    let status = 200;
    try {
      return await this.context.runInAsyncScope(() => this.traced(call, () => this.answer(call, requestId)));
    } catch (error) {
      noteFailure(error);
      status = asApiError(error)?.status ?? 500;
      if (status === 500) logger.error({ err: error, request_id: requestId, route: `POST ${path}` }, 'request failed');
      throw error;
    } finally {
      metrics.requests.observe({ route: `POST ${path}`, status: String(status) }, (performance.now() - started) / 1000);
    }
  }

  /** Records a span, as for a request over HTTP. A call that belongs to no trace has no span. */
  private traced<Answer>({ path, trace }: InternalCall, answer: () => Promise<Answer>): Promise<Answer> {
    if (!tracing || !trace) return answer();
    const attributes = { 'http.request.method': 'POST', 'http.route': path };
    return tracing.during({ name: `POST ${path}`, kind: 'server', parent: trace, attributes }, answer);
  }

  private async answer({ issuer, path, params, body }: InternalCall, requestId: string): Promise<unknown> {
    const { service, routes, grants = issuerGrants } = this.options;
    const mounted = routes.get(path);
    if (!mounted) throw new ApiError('not_found', `there is no POST ${path}`);
    if (!grants(issuer, service).has('internal')) {
      throw new ApiError('unauthorized', `the ${service} service accepts no calls of ${issuer}`);
    }
    const { route, handle } = mounted;
    // Over HTTP, path parameters arrive as text. Convert them to text here too, so that the
    // validation is the same.
    const sent = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const schema = route.pathParams as z.ZodType | undefined;
    const onEnd: (() => void)[] = [];
    const context: RequestContext = {
      requestId,
      caller: { issuer, scope: 'service' },
      url: path,
      onClose: (listener) => void onEnd.push(listener),
      // Only import routes call this function, to report the error of a single line in the response.
      refusalOf: (error) => asApiError(error) ?? new ApiError('internal_error', 'an internal error occurred'),
      setVersion: () => {},
    };
    const request = {
      params: schema ? accepted(schema, 'path', sent) : sent,
      body: accepted(route.body, 'body', readSentFields(route.body, body, true).value),
      context,
    };
    return new RequestProgress(false).run(() => handle(request)).finally(() => onEnd.forEach((listener) => listener()));
  }
}

function accepted(schema: z.ZodType, where: 'path' | 'body', sent: unknown): unknown {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  throw new ApiError(
    'bad_request',
    error.issues.map((issue) => describeIssue(where, issue, sent)),
  );
}
