import { serviceNames } from '@keyhaven/contracts/platform/services';
import type { Alert } from './alert';

/** Returns the series of a ready process of each service, for the tests of the rules. */
const readyServices = (without?: string) =>
  Object.fromEntries(
    serviceNames
      .filter((service) => service !== without)
      .map((service) => [`keyhaven_ready{service="${service}",instance="a"}`, '1x10']),
  );

/** Alerts about processes and what they depend on. */
export const healthAlerts: readonly Alert[] = [
  {
    name: 'KeyhavenNoMetrics',
    severity: 'critical',
    expr: 'absent(keyhaven_build_info)',
    for: '5m',
    summary: 'Prometheus has no metrics of Keyhaven',
    description: 'No process of Keyhaven was read for five minutes, so most other alerts cannot fire.',
    meaning: 'Prometheus read no process at all. Either nothing runs, or Prometheus cannot reach the operations ports.',
    users: 'Nothing, if only the metrics are missing. Everything is down if nothing runs.',
    look: 'The list of targets in Prometheus and the error of each. Whether the processes run. Whether a firewall or a NetworkPolicy allows Prometheus to connect to the operations ports.',
    act: 'Start the processes, or open the operations ports (`PORT` + 1000) to Prometheus. Check that `OPERATIONS_HOST` is an address that Prometheus can reach.',
    fires: { series: { other: '1x20' }, minutes: 10 },
    quiet: { series: { 'keyhaven_build_info{version="1"}': '1x20' }, minutes: 10 },
  },
  {
    name: 'KeyhavenProcessAway',
    severity: 'warning',
    expr: 'up{job=~".*keyhaven.*"} == 0',
    for: '2m',
    summary: 'A process of {{ $labels.job }} does not answer at {{ $labels.instance }}',
    description: 'Prometheus could not read {{ $labels.instance }} for two minutes.',
    meaning: 'One process does not answer on its operations port: it died, hangs, or cannot be reached.',
    users: 'Usually nothing, because other processes of the service answer and take over its work within ten seconds.',
    look: 'Whether the process runs, and the last lines of its log. Memory and processor of its machine.',
    act: 'Let your supervisor restart it. If it hangs, kill it: nothing that was acknowledged is lost. If it exits again immediately, the last line of its log contains the reason.',
    fires: { series: { 'up{job="keyhaven",instance="a:9082"}': '0x10' }, minutes: 5 },
    quiet: { series: { 'up{job="keyhaven",instance="a:9082"}': '0 1x10', 'up{job="other"}': '0x10' }, minutes: 5 },
  },
  {
    name: 'KeyhavenServiceAway',
    severity: 'critical',
    // A service without any process has no series, so each service must be named.
    expr: serviceNames.map((service) => `absent(keyhaven_ready{service="${service}"})`).join('\nor '),
    for: '3m',
    summary: 'No process of {{ $labels.service }} answers',
    description: 'Prometheus has read no started process of {{ $labels.service }} for three minutes.',
    meaning:
      'Every process of the service died, hangs, cannot be reached, or fails during its start again and again. Or Prometheus is not configured to read this service.',
    users:
      'Nothing, if only the metrics are missing. Otherwise requests to this service fail, and its background work waits. If it is identity or the gateway, all requests fail.',
    look: 'Whether processes of the service run, and the last lines of their logs: a process that cannot start writes the reason there. Whether `/readyz` on the operations port says that the process is still starting. The list of targets in Prometheus.',
    act: 'Remove the reason and start the processes. If a migration of the data takes long, wait until it has ended. If the service is missing in the list of targets, add it: Prometheus must read the processes of [all services](metrics.md#prometheus).',
    fires: { series: readyServices('booking'), minutes: 5 },
    quiet: { series: { ...readyServices(), 'keyhaven_ready{service="booking",instance="b"}': '0x10' }, minutes: 5 },
  },
  {
    name: 'KeyhavenServiceNotReady',
    severity: 'critical',
    expr: 'max by (service) (keyhaven_ready) == 0',
    for: '2m',
    summary: 'No process of {{ $labels.service }} is ready',
    description: 'Every process of {{ $labels.service }} reports a fault on /readyz.',
    meaning: 'No process of the service can serve requests. Load balancers send it no requests.',
    users: 'Requests to this service are answered 503. If it is identity or the gateway, all requests fail.',
    look: '`/readyz` on the operations port lists the faults: the database does not answer, its disk is full, a unique index differs from its definition, or identity cannot be reached (gateway).',
    act: 'Remove the fault. The processes become ready without a restart. For a full disk of the database, free space or enlarge it. A unique index that is not as defined must be repaired before any write: without it a night could be sold twice.',
    fires: {
      series: {
        'keyhaven_ready{service="booking",instance="a"}': '0x10',
        'keyhaven_ready{service="booking",instance="b"}': '0x10',
      },
      minutes: 5,
    },
    quiet: {
      series: {
        'keyhaven_ready{service="booking",instance="a"}': '0x10',
        'keyhaven_ready{service="booking",instance="b"}': '1x10',
      },
      minutes: 5,
    },
  },
  {
    name: 'KeyhavenProcessNotReady',
    severity: 'warning',
    expr: 'keyhaven_ready == 0',
    for: '5m',
    summary: 'A process of {{ $labels.service }} is not ready',
    description: '{{ $labels.service }} at {{ $labels.instance }} has reported a fault on /readyz for five minutes.',
    meaning: 'One process runs but cannot serve requests.',
    users: 'Nothing, while other processes of the service are ready.',
    look: '`/readyz` on its operations port lists the faults. If only one process has faults, look at its connection to the database.',
    act: 'Remove the fault, or restart the process on another machine.',
    fires: { series: { 'keyhaven_ready{service="booking",instance="a"}': '0x10' }, minutes: 7 },
    quiet: { series: { 'keyhaven_ready{service="booking",instance="a"}': '0 0 0 1x10' }, minutes: 7 },
  },
  {
    name: 'KeyhavenDatabaseSilent',
    severity: 'critical',
    expr: 'min by (service) (keyhaven_dependency_up{dependency="database"}) == 0',
    for: '1m',
    summary: 'The database of {{ $labels.service }} does not answer',
    description:
      'A process of {{ $labels.service }} got no answer to a ping of its database within 1.5 s, for a minute.',
    meaning: 'A process cannot use its database. Until it can, metrics that are read from the database are missing.',
    users:
      'Requests of this service fail with 503. Requests of other services continue, but those that need it fail too.',
    look: 'Whether MongoDB has a primary. Its processor, disk and number of connections. The network between the two.',
    act: 'Restore the database. Services reconnect by themselves. If data had to be restored from a backup, follow [restoring](backup.md#restoring).',
    fires: { series: { 'keyhaven_dependency_up{service="booking",dependency="database"}': '0x10' }, minutes: 3 },
    quiet: {
      series: {
        'keyhaven_dependency_up{service="booking",dependency="database"}': '1x10',
        'keyhaven_dependency_up{service="booking",dependency="broker"}': '0x10',
      },
      minutes: 3,
    },
  },
  {
    name: 'KeyhavenBrokerSilent',
    severity: 'warning',
    expr: 'min by (service) (keyhaven_dependency_up{dependency="broker"}) == 0',
    for: '5m',
    summary: 'Kafka does not answer {{ $labels.service }}',
    description:
      'A process of {{ $labels.service }} has reached no Kafka broker for five minutes. Events wait in the outbox.',
    meaning:
      'Kafka cannot be reached. Requests are still answered: their events wait in the outbox, and no event is lost.',
    users:
      'Webhooks are late. A change in one service appears late in others: a new booking may still look free on the calendar. The night cannot be sold twice.',
    look: 'The brokers and the network to them. `keyhaven_outbox_oldest_seconds` shows since when events wait.',
    act: 'Restore Kafka. Services publish the waiting events by themselves, the oldest first.',
    fires: { series: { 'keyhaven_dependency_up{service="booking",dependency="broker"}': '0x10' }, minutes: 7 },
    quiet: { series: { 'keyhaven_dependency_up{service="booking",dependency="broker"}': '0 0 1x10' }, minutes: 7 },
  },
  {
    name: 'KeyhavenSchemaPending',
    severity: 'critical',
    expr: 'max by (service) (keyhaven_schema_migrations{state="pending"}) > 0',
    for: '5m',
    summary: 'The data of {{ $labels.service }} lack migrations',
    description: '{{ $labels.service }} runs on data that {{ $value }} of its migrations were not applied to.',
    meaning:
      'A process runs on data of an older version. Services migrate before they start, so the data were replaced while it ran, for example by a restore.',
    users: 'Possibly wrong answers or 500 errors in the features that the migrations change.',
    look: 'The collection `schema_migrations` of the database, and whether a backup was restored.',
    act: 'Restart the service: it migrates when it starts. If a backup was restored, also follow [restoring](backup.md#restoring).',
    fires: { series: { 'keyhaven_schema_migrations{service="booking",state="pending"}': '2x10' }, minutes: 7 },
    quiet: {
      series: {
        'keyhaven_schema_migrations{service="booking",state="pending"}': '0x10',
        'keyhaven_schema_migrations{service="booking",state="applied"}': '3x10',
      },
      minutes: 7,
    },
  },
  {
    name: 'KeyhavenSchemaNewer',
    severity: 'warning',
    expr: 'max by (service) (keyhaven_schema_migrations{state="unknown"}) > 0',
    for: '30m',
    summary: 'An older version of {{ $labels.service }} still runs',
    description: 'A process of {{ $labels.service }} runs on data that a newer version migrated, for half an hour.',
    meaning:
      'A rollout began and did not end: an older process still runs. It still works with the data, but it could not start on it again.',
    users: 'Nothing while it runs.',
    look: 'Which processes have the older version in `keyhaven_build_info`. Why the rollout stopped.',
    act: 'Finish the rollout. To go back to the older version, restore a backup from before the rollout: migrations cannot be undone.',
    fires: { series: { 'keyhaven_schema_migrations{service="booking",state="unknown"}': '1x60' }, minutes: 40 },
    quiet: { series: { 'keyhaven_schema_migrations{service="booking",state="unknown"}': '1x10 0x50' }, minutes: 40 },
  },
  {
    name: 'KeyhavenRestarts',
    severity: 'warning',
    expr: 'changes(process_start_time_seconds{job=~".*keyhaven.*"}[15m]) > 3',
    for: '0m',
    summary: 'A process restarts again and again',
    description: '{{ $labels.instance }} started {{ $value }} times in 15 minutes.',
    meaning: 'A process dies soon after its start, and something restarts it.',
    users: 'Nothing while other processes of the service run. Otherwise requests fail while it is away.',
    look: 'The last lines of its log before each start. Whether the system killed it for its memory.',
    act: 'Remove the reason, which is in the log. A process that was killed for its memory needs a higher limit.',
    fires: { series: { 'process_start_time_seconds{job="keyhaven"}': '1 1 2 3 4 5 6 6 6 6' }, minutes: 9 },
    quiet: { series: { 'process_start_time_seconds{job="keyhaven"}': '1 1 2 2 2 2 2 2 2 2' }, minutes: 9 },
  },
];
