/** The size of a new buffer, in bytes. Large enough for most replies. */
const BUFFER_BYTES = 64 * 1024;
/** The largest buffer that is kept for reuse, in bytes. Larger ones are rarely needed again. */
const MAX_KEPT_BYTES = 512 * 1024;
/**
 * How many buffers are kept for reuse. Each reply exists only briefly, so few buffers are in use at
 * the same time.
 */
const MAX_KEPT = 4;

/**
 * Buffers of sent replies, kept for reuse because allocating a buffer costs more than filling it.
 * Losing a buffer does no harm: the next reply allocates a new one.
 */
const kept: Buffer[] = [];

export function takeReplyBuffer(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

/** Keeps a buffer for another reply. The caller must not read it after this. */
export function giveBackReplyBuffer(buffer: Buffer): void {
  if (buffer.length <= MAX_KEPT_BYTES && kept.length < MAX_KEPT) kept.push(buffer);
}
