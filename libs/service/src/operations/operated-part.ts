import type { Registry } from 'prom-client';

/** Faults keep a part of a process from serving requests, warnings do not. Both lists are empty if all is well. */
export interface ReadinessReport {
  faults: string[];
  warnings: string[];
}

/** A part of a process, a service or the gateway, whose health and metrics the operations server shows. */
export interface OperatedPart {
  /** The service's name. */
  name: string;
  readiness(): Promise<ReadinessReport>;
  /** The metrics of the part. */
  registry: Registry;
}
