import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings';

/**
 * Sends ended spans in batches. Counts exported, failed and dropped spans. Drops further spans while
 * OTEL_BSP_MAX_QUEUE_SIZE spans are waiting. Runs no timer while no spans are waiting.
 */
export class SpanQueue implements SpanProcessor {
  readonly counts = { exported: 0, failed: 0, dropped: 0 };
  private waiting = 0;
  private readonly maxWaiting: number;
  private readonly batches: BatchSpanProcessor;

  constructor(settings: TracingSettings, onFailure: (error: unknown) => void) {
    this.maxWaiting = settings.OTEL_BSP_MAX_QUEUE_SIZE;
    const exporter = new OTLPTraceExporter();
    const counted: SpanExporter = {
      export: (spans, done) => {
        this.waiting -= spans.length;
        exporter.export(spans, (result: ExportResult) => {
          const isExported = result.code === ExportResultCode.SUCCESS;
          this.counts[isExported ? 'exported' : 'failed'] += spans.length;
          if (!isExported) onFailure(result.error);
          done(result);
        });
      },
      shutdown: () => exporter.shutdown(),
    };
    this.batches = new BatchSpanProcessor({
      exporter: counted,
      maxQueueSize: this.maxWaiting,
      scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
    });
  }

  onStart(_span: Span): void {}

  onEnd(span: ReadableSpan): void {
    if (this.waiting >= this.maxWaiting) return void this.counts.dropped++;
    this.waiting++;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }
}
