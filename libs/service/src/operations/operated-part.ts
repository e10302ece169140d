import type { Registry } from 'prom-client';

/**
 * With a fault, a part of the process cannot serve requests. With a warning, it still can. Both
 * lists are empty if all is well.
 */
export interface ReadinessReport {
  faults: string[];
  warnings: string[];
}

/**
 * A service or the gateway, as a part of a process. The operations port shows its health and
 * metrics.
 */
export interface OperatedPart {
  name: string;
  readiness(): Promise<ReadinessReport>;
  registry: Registry;
}
