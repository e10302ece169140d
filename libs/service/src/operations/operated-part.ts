import type { Registry } from 'prom-client';

/**
 * A part of the process that has faults cannot serve requests. A part that has only warnings can.
 * Both lists are empty if all is well.
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
