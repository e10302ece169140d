/** The largest answer that is kept, as a part of all. */
const LARGEST_PART = 0.1;

/** The bytes of answers that were given lately, by their tags, within a bound of memory: many ask for the same page. */
export class AnswerCache {
  private readonly answers = new Map<string, Buffer>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** The bytes that a tag stands for: those from before, or these chunks put together. */
  bytesOf(tag: string, chunks: readonly Buffer[]): Buffer {
    const bytes = this.answers.get(tag) ?? Buffer.concat(chunks);
    if (bytes.length > this.maxBytes * LARGEST_PART) return bytes;
    if (!this.answers.delete(tag)) this.bytes += bytes.length;
    this.answers.set(tag, bytes);
    for (const [oldest, { length }] of this.answers) {
      if (this.bytes <= this.maxBytes) break;
      this.answers.delete(oldest);
      this.bytes -= length;
    }
    return bytes;
  }
}
