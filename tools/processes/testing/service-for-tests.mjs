// A service of the platform for tests. RECORD is the file in which it says what happens to it; BEHAVIOUR is `orderly`,
// `deaf` (to SIGTERM) or `never ready`.
import { appendFileSync } from 'node:fs';

const { BEHAVIOUR, RECORD } = process.env;
process.on('SIGTERM', () => {
  appendFileSync(RECORD, 'was told to end\n');
  if (BEHAVIOUR !== 'deaf') process.exit(0);
});
setInterval(() => {}, 60_000);
appendFileSync(RECORD, `runs as ${process.pid}\n`);
if (BEHAVIOUR !== 'never ready') console.log('ready');
