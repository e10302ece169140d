/** Where a command reads and writes. */
export interface Terminal {
  /** Writes a line of the result. */
  print(line: string): void;
  /** Writes a line for people to standard error. It is not part of the result. */
  note(line: string): void;
  /** Whether results are printed as JSON, one value per line. */
  isJson: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts the command. */
  signal: AbortSignal;
}

/** Writes a value as JSON: on one line with --json, otherwise indented. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(terminal.isJson ? JSON.stringify(value) : JSON.stringify(value, null, 2));
}

/** The time of day of a timestamp, for log lines. */
export function timeOf(instant: string): string {
  return instant.slice(11, 19);
}
