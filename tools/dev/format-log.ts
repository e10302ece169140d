/** Fields that have their own column, or that are the same in every line. */
const OMITTED_FIELDS = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname']);
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
const COLOURS: Readonly<Record<number, number>> = { 40: 33, 50: 31, 60: 31 };
/** Field values are truncated to this many characters. */
const MAX_VALUE_LENGTH = 120;

interface LogLine {
  level: number;
  time: string;
  service?: string;
  msg?: string;
  err?: { stack?: string; message?: string };
}

/**
 * Formats a line of a service's log for reading: time, service, level, message, and the other fields as name=value. The
 * stack of an error goes on the lines below. A line that is not a log entry gets only the name of the process as a
 * prefix.
 */
export function formatLog(line: string, process: string, useColours: boolean): string {
  const log = parse(line);
  if (!log) return `${' '.repeat(13)}${process.padEnd(12)}${line}`;
  const { level, time, service, msg = '', err } = log;
  const fields = Object.entries(log)
    .filter(([name]) => !OMITTED_FIELDS.has(name))
    .map(([name, value]) => `${name}=${shortened(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const start = `${time.slice(11, 23)} ${(service ?? process).padEnd(12)}`;
  const message = `${(LEVELS[level] ?? String(level)).padEnd(6)}${[msg, ...fields].join(' ')}`;
  const text = start + (useColours && COLOURS[level] ? `\x1b[${COLOURS[level]}m${message}\x1b[0m` : message);
  return err ? `${text}\n${err.stack ?? err.message ?? ''}` : text;
}

function shortened(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
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
