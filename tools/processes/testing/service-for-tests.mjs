// A small program that tests run in place of a service. It records its starts and signals in the file RECORD. BEHAVIOUR
// is `orderly`, `deaf` (ignores SIGTERM) or `never ready`.
import { appendFileSync } from 'node:fs';

const { BEHAVIOUR, RECORD } = process.env;
process.on('SIGTERM', () => {
  appendFileSync(RECORD, 'received SIGTERM\n');
  if (BEHAVIOUR !== 'deaf') process.exit(0);
});
setInterval(() => {}, 60_000);
appendFileSync(RECORD, `runs as ${process.pid}\n`);
if (BEHAVIOUR !== 'never ready') console.log('ready');
