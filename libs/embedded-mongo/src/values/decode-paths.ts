import { BsonReader, invalid } from './bson-reader';
import { newDocument, setField, type Document } from './document';
import { MAX_MESSAGE_DEPTH } from './limits';

/**
 * Which parts of a document are read. For each field: its whole value, only its presence (read as
 * `true`), or a tree of the paths inside the field.
 */
export type PathTree = Map<string, PathTree | 'whole' | 'presence'>;

/**
 * Adds a dotted path to a tree. If a number follows a field in the path, the whole field is read,
 * because the number may be an array index or a field name.
 */
export function addPath(tree: PathTree, dotted: string, leaf: 'whole' | 'presence' = 'whole'): void {
  const parts = dotted.split('.');
  let current = tree;
  for (let at = 0; ; at++) {
    const name = parts[at] as string;
    const isLast = at === parts.length - 1;
    const known = current.get(name);
    if (known === 'whole') return;
    if (isLast || /^\d+$/.test(parts[at + 1] as string)) {
      const isSame = known === undefined || known === leaf;
      current.set(name, isLast && isSame ? leaf : 'whole');
      return;
    }
    if (known === 'presence') return void current.set(name, 'whole');
    const next: PathTree = known ?? new Map<string, PathTree>();
    if (!known) current.set(name, next);
    current = next;
  }
}

/**
 * Reads only the fields of a tree, and skips the bytes of all other fields. Reads all elements of
 * an array. If an element is a document, reads only its fields that are in the tree.
 * @throws MongoError 15 and 22, like `decode`, if the read or skipped bytes are malformed
 */
export function decodePaths(raw: Buffer, tree: PathTree): Document {
  return new PathReader(raw, MAX_MESSAGE_DEPTH).fields(tree, 0);
}

class PathReader extends BsonReader {
  fields(tree: PathTree, depth: number): Document {
    const end = this.enter(depth);
    const document = newDocument();
    while (this.at < end) {
      const type = this.buffer[this.at++] as number;
      const name = this.name(end);
      const wanted = tree.get(name);
      if (wanted === undefined) this.skip(type, end);
      else setField(document, name, this.wanted(type, wanted, depth, end));
    }
    this.leave(end);
    return document;
  }

  private wanted(type: number, wanted: PathTree | 'whole' | 'presence', depth: number, end: number): unknown {
    if (wanted === 'presence') {
      this.skip(type, end);
      return true;
    }
    if (wanted !== 'whole' && type === 3) return this.fields(wanted, depth + 1);
    if (wanted !== 'whole' && type === 4) return this.elements(wanted, depth + 1);
    return this.value(type, depth, end);
  }

  private elements(tree: PathTree, depth: number): unknown[] {
    const end = this.enter(depth);
    const array: unknown[] = [];
    while (this.at < end) {
      const type = this.buffer[this.at++] as number;
      while (this.buffer[this.at] !== 0 && this.at < end) this.at++;
      this.at++;
      array.push(type === 3 ? this.fields(tree, depth + 1) : this.value(type, depth, end));
    }
    this.leave(end);
    return array;
  }

  private skip(type: number, end: number): void {
    this.at += valueBytes(this.buffer, type, this.at, end);
    if (this.at > end) throw invalid('a value ends beyond its document');
  }
}

/** The sizes of types with a fixed size, in bytes. -1 for other types. */
const FIXED_BYTES = new Int8Array(256).fill(-1);
for (const [type, size] of [
  [1, 8],
  [6, 0],
  [7, 12],
  [8, 1],
  [9, 8],
  [10, 0],
  [16, 4],
  [17, 8],
  [18, 8],
  [19, 16],
  [0x7f, 0],
  [0xff, 0],
] as const)
  FIXED_BYTES[type] = size;

/**
 * Returns the size of an encoded value, in bytes.
 * @throws MongoError 22 if the encoded length is invalid
 */
export function valueBytes(raw: Buffer, type: number, at: number, limit: number): number {
  const fixed = FIXED_BYTES[type] as number;
  if (fixed >= 0) return fixed;
  if (type === 11) {
    const options = raw.indexOf(0, raw.indexOf(0, at) + 1);
    return options < 0 ? limit : options + 1 - at;
  }
  if (at + 4 > limit) throw invalid('a value is cut off');
  const length =
    (raw[at] as number) |
    ((raw[at + 1] as number) << 8) |
    ((raw[at + 2] as number) << 16) |
    ((raw[at + 3] as number) << 24);
  if (length < 0) throw invalid('a length is negative');
  switch (type) {
    case 2:
    case 13:
    case 14:
      if (length < 1 || at + 4 + length > limit || raw[at + 3 + length] !== 0) throw invalid('a string does not end');
      return 4 + length;
    case 3:
    case 4:
    case 15:
      return Math.max(length, 5);
    case 5:
      return 5 + length;
    case 12:
      return 4 + length + 12;
    default:
      throw invalid(`type 0x${type.toString(16)} is unknown`);
  }
}
