/** The database's clock as answers show it: UTC, to the second. */
export const nowText = { $dateToString: { date: '$$NOW', format: '%Y-%m-%dT%H:%M:%SZ' } };
/** The database's clock as events show it: UTC, with milliseconds. */
export const nowTextWithMilliseconds = { $dateToString: { date: '$$NOW', format: '%Y-%m-%dT%H:%M:%S.%LZ' } };
