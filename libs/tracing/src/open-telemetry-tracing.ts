import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingOptions, TracingSettings } from './settings';
import type { SpanDescription, SpanIds, StartedSpan, TraceHeaders, Tracing } from './tracing';
import { OpenTelemetrySpan } from './open-telemetry-span';
import { samplerOf } from './sampler-of';
import { SpanQueue } from './span-queue';

const kinds: Record<SpanDescription['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Records spans with the OpenTelemetry SDK, and sends them to a collector. */
export class OpenTelemetryTracing implements Tracing {
  private readonly current = new AsyncLocalStorage<OpenTelemetrySpan | undefined>();
  private readonly propagator = new W3CTraceContextPropagator();
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  readonly counts: SpanQueue['counts'];

  constructor(settings: TracingSettings, { service, version, onFailure }: TracingOptions) {
    const queue = new SpanQueue(settings, onFailure);
    this.counts = queue.counts;
    const own = resourceFromAttributes({
      'service.name': `keyhaven-${service}`,
      'service.namespace': 'keyhaven',
      'service.version': version,
      'service.instance.id': randomUUID(),
    });
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence over these attributes.
    const resource = own.merge(detectResources({ detectors: [envDetector] }));
    this.provider = new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors: [queue] });
    this.tracer = this.provider.getTracer('keyhaven', version);
  }

  start(description: SpanDescription): StartedSpan {
    return this.open(description);
  }

  async during<Result>(description: SpanDescription, work: (span?: StartedSpan) => Promise<Result>): Promise<Result> {
    const hasParent = description.parent !== undefined || this.active()?.isRecorded === true;
    if (!hasParent) return work();
    const span = this.open(description);
    try {
      return await span.run(() => work(span));
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  outside<Result>(work: () => Result): Result {
    return this.current.run(undefined, work);
  }

  headers(): TraceHeaders | undefined {
    return this.active()?.headers;
  }

  storedHeaders(): TraceHeaders | undefined {
    const active = this.active();
    return active?.isRecorded ? active.headers : undefined;
  }

  ids(): SpanIds | undefined {
    return this.active()?.ids;
  }

  /** Sends the remaining spans. Gives up after `withinMs`, or if the collector refuses them. */
  async stop(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise((resolve) => (timer = setTimeout(resolve, withinMs)));
    await Promise.race([this.provider.shutdown().catch(() => {}), timeUp]);
    clearTimeout(timer);
  }

  private open({ name, kind, attributes, parent }: SpanDescription): OpenTelemetrySpan {
    const context = parent ? this.contextOf(parent) : (this.active()?.context ?? ROOT_CONTEXT);
    return new OpenTelemetrySpan(this.tracer.startSpan(name, { kind: kinds[kind], attributes }, context), this.current);
  }

  /**
   * The current span. Undefined if the span has ended: a timer may run after the end of the request
   * that set the timer.
   */
  private active(): OpenTelemetrySpan | undefined {
    const span = this.current.getStore();
    return span?.isOpen ? span : undefined;
  }

  private contextOf(parent: TraceHeaders): Context {
    return this.propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
  }
}

/**
 * Stores the type of an error in its span, but not the message, because the message may contain
 * values from clients. An error with a status below 500 does not mark the span as failed.
 */
function markFailed(span: StartedSpan, error: unknown): void {
  const { code, name, status } = error as { code?: unknown; name?: unknown; status?: unknown };
  const type = [code, name].find((value) => typeof value === 'string') ?? 'error';
  if (typeof status === 'number' && status < 500) span.set({ 'error.type': String(type) });
  else span.fail(String(type));
}
