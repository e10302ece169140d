import type { Registry } from 'prom-client';

/** Faults keep a part of a process from serving; warnings do not. If both lists are empty, all is well. */
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
