import type { Alert } from './alert';

const requests = 'keyhaven_http_request_duration_seconds';
/**
 * Excludes the route whose requests wait for events, because their duration does not show whether the service is slow.
 */
const exceptHeld = 'route!="GET /v2/events"';

export const requestAlerts: readonly Alert[] = [
  {
    name: 'KeyhavenErrors',
    severity: 'critical',
    expr: `sum(rate(${requests}_count{service="gateway",status=~"5.."}[5m])) / sum(rate(${requests}_count{service="gateway"}[5m])) > 0.02`,
    for: '5m',
    summary: '{{ $value | humanizePercentage }} of all requests fail',
    description:
      'The gateway answered {{ $value | humanizePercentage }} of the requests of five minutes with a status of 500 or above.',
    meaning: 'More than 2% of all requests fail because of the platform.',
    users: 'Some of their requests fail. Requests that they repeat with the same Idempotency-Key are not done twice.',
    look: 'The dashboard "Keyhaven: overview" shows the routes and statuses. A 503 comes from a service that is not ready or too busy, a 504 from one that did not answer in time, a 500 from a defect. The log has the details under the `request_id` of the answer.',
    act: 'Look for other alerts first: they usually name the cause. For 500 errors, look up the `request_id` in the log of the service.',
    fires: {
      series: {
        [`${requests}_count{service="gateway",status="200"}`]: '0+60x20',
        [`${requests}_count{service="gateway",status="503"}`]: '0+6x20',
      },
      minutes: 15,
    },
    quiet: {
      series: {
        [`${requests}_count{service="gateway",status="200"}`]: '0+600x20',
        [`${requests}_count{service="gateway",status="503"}`]: '0+6x20',
        [`${requests}_count{service="gateway",status="404"}`]: '0+600x20',
      },
      minutes: 15,
    },
  },
  {
    name: 'KeyhavenSlow',
    severity: 'warning',
    expr: `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket{service="gateway",${exceptHeld}}[10m]))) > 2.5`,
    for: '10m',
    summary: 'Requests are slow',
    description: 'One of a hundred requests took longer than {{ $value | humanizeDuration }}.',
    meaning: 'The slowest hundredth of all requests takes longer than 2.5 s.',
    users: 'Pages and integrations are slow. Requests that take longer than 30 s are answered 504.',
    look: 'The dashboard "Keyhaven: overview" shows the duration by route. Then the event loop ("Keyhaven: processes"), the pool ("Keyhaven: database") and slow queries of MongoDB.',
    act: 'Add processes of the service whose routes are slow, if their processors are busy. If the database is busy, give it more memory or processors.',
    fires: {
      series: {
        [`${requests}_bucket{service="gateway",route="GET /v2/bookings",le="2.5"}`]: '0+90x40',
        [`${requests}_bucket{service="gateway",route="GET /v2/bookings",le="5"}`]: '0+100x40',
        [`${requests}_bucket{service="gateway",route="GET /v2/bookings",le="+Inf"}`]: '0+100x40',
      },
      minutes: 30,
    },
    quiet: {
      series: {
        [`${requests}_bucket{service="gateway",route="GET /v2/bookings",le="2.5"}`]: '0+100x40',
        [`${requests}_bucket{service="gateway",route="GET /v2/bookings",le="+Inf"}`]: '0+100x40',
        [`${requests}_bucket{service="gateway",route="GET /v2/events",le="2.5"}`]: '0+0x40',
        [`${requests}_bucket{service="gateway",route="GET /v2/events",le="+Inf"}`]: '0+100x40',
      },
      minutes: 30,
    },
  },
  {
    name: 'KeyhavenCredentialsRefused',
    severity: 'warning',
    expr: `sum by (service) (rate(${requests}_count{service="gateway",status="401"}[10m])) > 5 or sum by (service) (rate(${requests}_count{service="identity",route="POST /internal/sessions",status="429"}[10m])) > 0.2`,
    for: '10m',
    summary: 'Many credentials are refused',
    description:
      '{{ $labels.service }} refused {{ $value | humanize }} credentials or sign-ins per second, for ten minutes.',
    meaning: 'Somebody guesses passwords or tokens, or an integration keeps using credentials that were revoked.',
    users: 'Nothing: attempts are limited by address and by account. The owner of a revoked token gets 401.',
    look: 'The log lines of the gateway with status 401: their addresses and routes.',
    act: 'If the requests come from few addresses, block these in front of the gateway. If they come from one integration, notify its owner.',
    fires: {
      series: { [`${requests}_count{service="gateway",status="401",route="GET /v2/bookings"}`]: '0+600x40' },
      minutes: 30,
    },
    quiet: {
      series: { [`${requests}_count{service="gateway",status="401",route="GET /v2/bookings"}`]: '0+60x40' },
      minutes: 30,
    },
  },
  {
    name: 'KeyhavenClocksDiffer',
    severity: 'critical',
    expr: 'sum by (service, issuer) (increase(keyhaven_token_clock_differences_total[10m])) > 0',
    for: '1m',
    summary: 'The clocks of {{ $labels.issuer }} and {{ $labels.service }} differ',
    description:
      '{{ $labels.service }} refuses tokens of {{ $labels.issuer }}, because they are too old or signed in the future.',
    meaning: 'The clocks of two machines differ by more than 60 s, or requests wait that long between two services.',
    users: 'Requests that involve both services are answered 503, although nothing else is wrong.',
    look: 'Log lines with `event: clock_differs` contain the `issuer` and the difference in `seconds`.',
    act: 'Synchronise the clocks of the machines (NTP). If the clocks are right, the service is overloaded: add processes.',
    fires: {
      series: { 'keyhaven_token_clock_differences_total{service="booking",issuer="gateway"}': '0+1x20' },
      minutes: 10,
    },
    quiet: {
      series: { 'keyhaven_token_clock_differences_total{service="booking",issuer="gateway"}': '3x20' },
      minutes: 15,
    },
  },
  {
    name: 'KeyhavenRequestLogDrops',
    severity: 'warning',
    expr: 'sum(increase(keyhaven_request_log_dropped_total[15m])) > 0',
    for: '5m',
    summary: 'The request log has gaps',
    description: 'The gateways dropped {{ $value | humanize }} entries of the request log in 15 minutes.',
    meaning:
      'The gateways could not send entries of the request log to identity, and dropped entries when too many waited.',
    users: 'Some of their requests are missing in the request log. Nothing else is affected.',
    look: 'Whether identity and its database answer, and how busy they are.',
    act: 'Restore identity, or add processes of it. Dropped entries do not come back.',
    fires: { series: { keyhaven_request_log_dropped_total: '0 0 10+10x20' }, minutes: 12 },
    quiet: { series: { keyhaven_request_log_dropped_total: '10x40' }, minutes: 30 },
  },
  {
    name: 'KeyhavenCalendarVersionsStale',
    severity: 'warning',
    expr: 'keyhaven_calendar_versions_stale == 1',
    for: '2m',
    summary: 'Calendars are answered without the poll of their versions',
    description:
      'A process of pricing queries the database before each answer with a calendar, because its polls fail.',
    meaning:
      'Pricing polls the versions of calendars five times per second. The polls of one process fail, so it reads the versions for each request. Its answers are right but slower.',
    users: 'Calendars may be slower.',
    look: 'Log lines of pricing: `polling the versions of calendars failed`, with the error of the database.',
    act: 'Look at the load of the database of pricing. The poll continues by itself.',
    fires: { series: { 'keyhaven_calendar_versions_stale{service="pricing"}': '1x10' }, minutes: 5 },
    quiet: { series: { 'keyhaven_calendar_versions_stale{service="pricing"}': '1 1 0 1 0 1 0 1 0' }, minutes: 8 },
  },
  {
    name: 'KeyhavenPaidThoughCanceled',
    severity: 'warning',
    expr: 'sum(increase(keyhaven_payments_of_canceled_bookings_total[1h])) > 0',
    for: '0m',
    summary: 'A canceled booking was paid',
    description: '{{ $value | humanize }} payments were recorded for canceled bookings within an hour.',
    meaning: 'A payment was completed although its booking had been canceled or had lapsed.',
    users: 'A guest has paid and has no stay.',
    look: 'Log lines of finance with `event: paid_though_canceled` contain `user_id` and `booking_id`.',
    act: 'Notify the account. It must refund the payment or book the stay again.',
    fires: { series: { keyhaven_payments_of_canceled_bookings_total: '0 0 1x20' }, minutes: 10 },
    quiet: { series: { keyhaven_payments_of_canceled_bookings_total: '1x20' }, minutes: 10 },
  },
];
