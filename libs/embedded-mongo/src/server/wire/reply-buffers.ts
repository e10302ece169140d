/** The size of a new buffer, in bytes. It is enough for most replies. */
const BUFFER_BYTES = 64 * 1024;
/** The largest buffer that is kept, in bytes. Larger ones are rarely needed again. */
const MAX_KEPT_BYTES = 512 * 1024;
/** How many buffers are kept. Replies are short-lived, so few are in use at the same time. */
const MAX_KEPT = 4;

/**
 * Buffers of replies that were sent. They are reused, because allocating a buffer costs more than filling it. If a
 * buffer is not given back, the next reply allocates a new one.
 */
const kept: Buffer[] = [];

export function takeReplyBuffer(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
}

/** Keeps a buffer for another reply. Nothing may read it afterwards. */
export function giveBackReplyBuffer(buffer: Buffer): void {
  if (buffer.length <= MAX_KEPT_BYTES && kept.length < MAX_KEPT) kept.push(buffer);
}
