/** Fields that a line shows by itself, or that everybody knows. */
const SHOWN = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname']);
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const COLOURS: Readonly<Record<number, number>> = { 40: 33, 50: 31, 60: 31 };
/** Longer values of fields are cut, in characters. */
const LONGEST_VALUE = 120;

interface LogLine {
  level: number;
  time: string;
  service?: string;
  msg?: string;
  err?: { stack?: string; message?: string };
}

/**
 * One line of a service's log as a person reads it: time, service, level, message, the other fields as name=value, and
 * below it the stack of an error. What is no log line stays as it is.
 */
export function formatLog(line: string, process: string, useColours: boolean): string {
  const log = parse(line);
  if (!log) return `${' '.repeat(13)}${process.padEnd(12)}${line}`;
  const { level, time, service, msg = '', err } = log;
  const fields = Object.entries(log)
    .filter(([name]) => !SHOWN.has(name))
    .map(([name, value]) => `${name}=${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const start = `${time.slice(11, 23)} ${(service ?? process).padEnd(12)}`;
  const rest = `${(LEVELS[level] ?? String(level)).padEnd(6)}${[msg, ...fields].join(' ')}`;
  const text = start + (useColours && COLOURS[level] ? `\x1b[${COLOURS[level]}m${rest}\x1b[0m` : rest);
  return err ? `${text}\n${err.stack ?? err.message ?? ''}` : text;
}

function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const read = JSON.parse(line) as Partial<LogLine>;
    return typeof read.level === 'number' && typeof read.time === 'string' ? (read as LogLine) : undefined;
  } catch {
    return undefined;
  }
}
