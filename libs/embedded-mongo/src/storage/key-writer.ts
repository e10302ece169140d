/** A buffer for building keys of any length. It is reused for many keys, and grows if necessary. */
export class KeyWriter {
  private bytes = Buffer.allocUnsafe(256);
  length = 0;

  private reserve(count: number): number {
    const needed = this.length + count;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    const at = this.length;
    this.length = needed;
    return at;
  }

  byte(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
  }

  uint16(value: number): void {
    const at = this.reserve(2);
    this.bytes.writeUInt16BE(value, at);
  }

  uint32(value: number): void {
    const at = this.reserve(4);
    this.bytes.writeUInt32BE(value >>> 0, at);
  }

  uint48(value: number): void {
    const at = this.reserve(6);
    this.bytes.writeUIntBE(value, at, 6);
  }

  uint64(value: bigint): void {
    const at = this.reserve(8);
    this.bytes.writeBigUInt64BE(value, at);
  }

  /**
   * Writes a double so that the order of the bytes is the order of the numbers. Pass 0 instead of
   * -0, and never NaN.
   */
  double(value: number): void {
    const at = this.reserve(8);
    this.bytes.writeDoubleBE(value, at);
    if ((this.bytes[at] as number) & 0x80) this.invert(at, at + 8);
    else this.bytes[at] = (this.bytes[at] as number) | 0x80;
  }

  raw(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.bytes.set(value, at);
  }

  /**
   * Writes a string and a zero byte that ends it. In the string, byte 00 is written as 01 01, and
   * byte 01 as 01 02. So the order of the UTF-8 bytes is kept, and no string is a prefix of
   * another.
   */
  terminatedString(value: string): void {
    const size = Buffer.byteLength(value);
    const at = this.reserve(size);
    this.bytes.write(value, at, size, 'utf8');
    let escapes = 0;
    for (let i = at; i < at + size; i++) if ((this.bytes[i] as number) < 2) escapes++;
    if (escapes > 0) {
      const plain = Buffer.from(this.bytes.subarray(at, at + size));
      this.length = at;
      for (const byte of plain) {
        if (byte < 2) this.uint16(0x0101 + byte);
        else this.byte(byte);
      }
    }
    this.byte(0);
  }

  /** Inverts the bytes from the offset `from` to the end, which reverses the sort order. */
  invertFrom(from: number): void {
    this.invert(from, this.length);
  }

  private invert(from: number, to: number): void {
    for (let i = from; i < to; i++) this.bytes[i] = ~(this.bytes[i] as number) & 0xff;
  }

  /** Returns a copy of the bytes from the offset `from` to the end. */
  copy(from = 0): Buffer {
    return Buffer.from(this.bytes.subarray(from, this.length));
  }
}
