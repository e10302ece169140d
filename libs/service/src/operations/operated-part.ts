import type { Registry } from 'prom-client';

/** What keeps a part of a process from serving, and what is wrong although it serves. Empty lists mean that all is well. */
export interface ReadinessReport {
  faults: string[];
  warnings: string[];
}

/** A service or the gateway, as the operations server of its process shows it. */
export interface OperatedPart {
  /** The service's name. */
  name: string;
  readiness(): Promise<ReadinessReport>;
  /** Its metrics. */
  registry: Registry;
}
