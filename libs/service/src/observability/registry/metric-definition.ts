import type { ServiceName } from '@keyhaven/contracts/platform/services';

/**
 * Where a metric is served: once per process, by every service, by each service that stores data, by each service that
 * stores data and uses Kafka, or only by the named services.
 */
export type ServedBy = 'process' | 'service' | 'data service' | 'data service with Kafka' | readonly ServiceName[];

/** What the values of a label are. Give `values` if the code knows them all. Account data are never label values. */
export interface LabelDefinition {
  help: string;
  values?: readonly string[];
}

/**
 * One metric. The end of its name is its unit. Every metric also has the label `service`, except `keyhaven_build_info`.
 */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  /** One sentence without a period. It is also the description in /metrics. */
  help: string;
  servedBy: ServedBy;
  labels?: Readonly<Record<string, LabelDefinition>>;
  /** The upper bounds of a histogram, in the unit of the metric. */
  buckets?: readonly number[];
  /** Whether all processes of a service report the same value, so that the maximum is right and the sum is wrong. */
  isShared?: boolean;
}

export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;
