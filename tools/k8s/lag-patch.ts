import { type DataServiceName, dataServiceNames } from '@keyhaven/contracts/platform/services';

/** The services that consume events: all that store data except identity. */
export const consumingServices = dataServiceNames.filter((name) => name !== 'identity');

/** The autoscaler runs one pod for each this many waiting events. A pod handles some hundreds of events per second. */
const EVENTS_PER_POD = 2000;

/**
 * Returns a patch for the autoscaler of a service, which also scales by the number of events that are not consumed yet.
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
