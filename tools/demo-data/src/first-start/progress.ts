/** Shows how far a load has come: one line that is written over on a terminal, a line a kind elsewhere. */
export class Progress {
  private shown = '';

  constructor(private readonly output: NodeJS.WriteStream) {}

  show(label: string, done: number, total: number): void {
    const width = 24;
    const filled = total === 0 ? width : Math.round((done / total) * width);
    const line = `  ${label.padEnd(16)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${total}`;
    if (this.output.isTTY) {
      this.output.write(`\r${line.padEnd(this.shown.length)}`);
      this.shown = line;
      if (done === total) this.end();
    } else if (done === total) this.output.write(`${line}\n`);
  }

  private end(): void {
    this.output.write('\n');
    this.shown = '';
  }
}
