import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';

/** The services that consume events: all that store data except identity. */
export const consumingServices = dataServiceNames.filter((name) => name !== 'identity');

/**
 * The number of waiting events for which the autoscaler runs one pod. A pod handles some hundreds
 * of events per second.
 */
const EVENTS_PER_POD = 2000;

/**
 * Returns a patch for the autoscaler of a service. It makes the number of pods also depend on the
 * number of events that the service has not consumed yet.
 */
export function lagPatch(name: DataServiceName): string {
  return `# Written by \`npm run k8s:manifests\`.
- op: add
  path: /spec/metrics/-
  value:
    type: External
    external:
      metric:
        name: keyhaven_consumer_lag_events
        selector:
          matchLabels: { service: ${name} }
      target: { type: AverageValue, averageValue: '${EVENTS_PER_POD}' }
`;
}
