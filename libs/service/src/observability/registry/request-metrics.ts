import type { MetricDefinitions } from './metric-definition';

/** Metrics of requests, in services and in the gateway. */
export const requestMetrics = {
  keyhaven_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Requests by route and status',
    servedBy: 'service',
    labels: {
      route: { help: 'method and path of the contract, such as `GET /v2/bookings/:id`; `none` if no route matched' },
      status: { help: 'the HTTP status of the answer' },
    },
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  keyhaven_request_log_dropped_total: {
    type: 'counter',
    help: 'Requests that are missing in the request log, because identity could not be reached',
    servedBy: ['gateway'],
  },
  keyhaven_token_clock_differences_total: {
    type: 'counter',
    help: 'Internal tokens that were refused because they are too old or signed in the future',
    servedBy: 'data service',
    labels: { issuer: { help: 'the service that signed the token' } },
  },
  keyhaven_payments_of_canceled_bookings_total: {
    type: 'counter',
    help: 'Completed payments that were recorded for bookings that are canceled, except imported ones',
    servedBy: ['finance'],
  },
  keyhaven_calendar_versions_stale: {
    type: 'gauge',
    help: '1 while calendars are read but their versions cannot be polled, so that each answer queries the database; otherwise 0',
    servedBy: ['pricing'],
  },
} as const satisfies MetricDefinitions;
