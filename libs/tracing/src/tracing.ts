/** The W3C trace context of a span. HTTP requests and messages carry it in headers with these names. */
export interface TraceHeaders {
  traceparent: string;
  tracestate?: string;
}

export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** What is known about a span when it starts. */
export interface SpanDescription {
  /** A name with few different values: a route, not a URL. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** The span that caused this one. By default the span that the caller runs within. */
  parent?: TraceHeaders;
}

/** The ids of a span, as log lines contain them. */
export interface SpanIds {
  trace_id: string;
  span_id: string;
}

export interface StartedSpan {
  readonly ids: SpanIds;
  /** The trace context for the headers of requests and messages that this span causes. */
  readonly headers: TraceHeaders;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. @param type an error type with few different values, without personal data. */
  fail(type: string): void;
  /** Ends the span. What happens within it afterwards no longer belongs to it. */
  end(): void;
  /** Runs work within this span. */
  run<Result>(work: () => Result): Result;
}

/** Records spans. All code that records spans uses this interface, so that nothing of OpenTelemetry is loaded otherwise. */
export interface Tracing {
  /** Starts a span. It starts a new trace if it has no parent. */
  start(description: SpanDescription): StartedSpan;
  /**
   * Runs work within a span of its own. It records nothing if there is no parent: work that no request caused has no
   * spans.
   */
  during<Result>(description: SpanDescription, work: (span?: StartedSpan) => Promise<Result>): Promise<Result>;
  /** Runs work that belongs to no request, even if a request happens to start it. */
  outside<Result>(work: () => Result): Result;
  /** The context of the span that the caller runs within. */
  headers(): TraceHeaders | undefined;
  /**
   * The context of the span that the caller runs within, to be stored with the work that it causes. Undefined if the
   * trace is not recorded, so that nothing is stored for it.
   */
  storedHeaders(): TraceHeaders | undefined;
  ids(): SpanIds | undefined;
  /** How many spans were exported, could not be exported, and were dropped because the queue was full. */
  readonly counts: { exported: number; failed: number; dropped: number };
}

/** The tracer of this process. Undefined while tracing is off. Code that records spans does nothing then. */
export let tracing: Tracing | undefined;

/** Switches tracing on or off. It must be on before the services of the process start. */
export function useTracing(used: Tracing | undefined): void {
  tracing = used;
}

/** Version, trace id, span id and flags. Versions after 00 may have more parts. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(-[\x21-\x7e]{0,64})?$/;
/** The longest `tracestate` that is accepted, in characters. The W3C specification requires at least 512. */
const MAX_STATE = 512;

/** Reads the trace context from the headers of a request or message. Malformed and oversized values are ignored. */
export function readTraceHeaders(headers: Record<string, unknown>): TraceHeaders | undefined {
  const traceparent = textOf(headers.traceparent);
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return undefined;
  const tracestate = textOf(headers.tracestate);
  const isState = tracestate !== undefined && tracestate.length <= MAX_STATE && /^[\x20-\x7e\t]+$/.test(tracestate);
  return isState ? { traceparent, tracestate } : { traceparent };
}

/** The headers of Kafka messages are bytes. */
function textOf(value: unknown): string | undefined {
  if (Buffer.isBuffer(value)) return value.toString('latin1');
  return typeof value === 'string' ? value : undefined;
}
