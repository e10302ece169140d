import type { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { SpanAttributes, SpanIds, StartedSpan, TraceHeaders } from './tracing';

export class OpenTelemetrySpan implements StartedSpan {
  isOpen = true;

  constructor(
    private readonly span: Span,
    private readonly current: AsyncLocalStorage<OpenTelemetrySpan | undefined>,
  ) {}

  /** The context for starting child spans. */
  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.span);
  }

  /** Whether the span will be exported. */
  get isRecorded(): boolean {
    return this.isOpen && this.span.isRecording();
  }

  get ids(): SpanIds {
    const { traceId, spanId } = this.span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  get headers(): TraceHeaders {
    const { traceId, spanId, traceFlags, traceState } = this.span.spanContext();
    const traceparent = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
    const tracestate = traceState?.serialize();
    return tracestate ? { traceparent, tracestate } : { traceparent };
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.span.end();
  }

  run<Result>(work: () => Result): Result {
    return this.current.run(this, work);
  }
}
