import type { ServiceName } from '@keyhaven/contracts/platform/services';

/**
 * Which processes serve a metric: every process once, every service, every service that stores
 * data, every service that stores data and uses Kafka, or only the named services.
 */
export type ServedBy = 'process' | 'service' | 'data service' | 'data service with Kafka' | readonly ServiceName[];

/**
 * Describes a label. Set `values` if the code knows all possible values. Labels never contain data
 * of accounts.
 */
export interface LabelDefinition {
  help: string;
  values?: readonly string[];
}

/**
 * The definition of one metric. Its name ends with its unit. All metrics except
 * `keyhaven_build_info` also have the label `service`.
 */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  /** One sentence without a period, which is also the description in /metrics. */
  help: string;
  servedBy: ServedBy;
  labels?: Readonly<Record<string, LabelDefinition>>;
  /** The upper bounds of a histogram's buckets, in the unit of the metric. */
  buckets?: readonly number[];
  /**
   * Whether all processes of a service report the same value. Dashboards must then use the maximum,
   * because the sum would be too large.
   */
  isShared?: boolean;
}

export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;
