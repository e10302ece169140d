import type { Piece } from './calendar-chunk';

/** What a piece takes beside its bytes, about. */
const OVERHEAD_BYTES = 600;

/** The pieces that this process has ready, within a bound of memory: those used least lately go first. */
export class PieceCache {
  private readonly pieces = new Map<string, Piece>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(propertyId: number, number: number): Piece | undefined {
    const key = keyOf(propertyId, number);
    const piece = this.pieces.get(key);
    if (!piece) return undefined;
    this.pieces.delete(key);
    this.pieces.set(key, piece);
    return piece;
  }

  /** Keeps a piece, unless a later one is there. */
  put(propertyId: number, number: number, piece: Piece): void {
    const key = keyOf(propertyId, number);
    const present = this.pieces.get(key);
    if (present && present.version > piece.version) return;
    if (present) this.bytes -= sizeOf(present);
    this.pieces.delete(key);
    this.pieces.set(key, piece);
    this.bytes += sizeOf(piece);
    for (const [oldest, { bytes }] of this.pieces) {
      if (this.bytes <= this.maxBytes) return;
      this.pieces.delete(oldest);
      this.bytes -= bytes.length + OVERHEAD_BYTES;
    }
  }
}

function keyOf(propertyId: number, number: number): string {
  return `${propertyId}:${number}`;
}

function sizeOf({ bytes }: Piece): number {
  return bytes.length + OVERHEAD_BYTES;
}
