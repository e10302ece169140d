// Loaded with `node --require` into the processes of a failure test. Makes the clock of the process wrong, or makes
// its disks look full, as the file KEYHAVEN_FAULTS/<title of the process>.json describes (see faults.ts).
const fs = require('node:fs');
const path = require('node:path');

const file = path.join(process.env.KEYHAVEN_FAULTS, `${process.title}.json`);
const READ_EVERY_MS = 200;
let fault = {};
let known;

const RealDate = Date;
const now = () => RealDate.now() + (fault.clockOffsetMs ?? 0);
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
RealDate.prototype.constructor = globalThis.Date;

const { statfsSync } = fs;
fs.statfsSync = (...args) => {
  const space = statfsSync(...args);
  return fault.isDiskFull ? { ...space, bavail: 0 } : space;
};

/** Reads the fault. If it changed, reports what this process sees now. */
function readFault() {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
  if (text === known) return;
  known = text;
  fault = text === undefined ? {} : JSON.parse(text);
  const seen = { clock: Date.now(), free: fs.statfsSync(path.dirname(file)).bavail };
  fs.writeFileSync(`${file}.new-seen`, JSON.stringify(seen));
  fs.renameSync(`${file}.new-seen`, `${file}.seen`);
}
readFault();
setInterval(readFault, READ_EVERY_MS).unref();
