import { createLogger } from './observability/logger';
import { busReporter } from './report-bus';

it.each([
  ['info', ['paused']],
  ['debug', ['consumed', 'paused']],
])('busReporter at the log level %s logs only these kinds of reports: %j', (level, kinds) => {
  const lines: { kind: string }[] = [];
  const logger = createLogger('things', level, {
    write: (line) => void lines.push(JSON.parse(line) as { kind: string }),
  });
  const at = { topic: 't', group: 'g', partition: 0, offset: '7' };
  const report = busReporter(logger);
  report({ kind: 'consumed', ...at, eventId: 'e', durationMs: 1, lagMs: 2 });
  report({ kind: 'paused', ...at, reason: 'r', attempt: 1, retryInMs: 100 });
  expect(lines.map(({ kind }) => kind)).toEqual(kinds);
});
