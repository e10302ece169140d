import { valueBytes } from '../values/decode-paths';
import type { Tree } from './field-tree';

const DOCUMENT = 3;
const ARRAY = 4;

/**
 * A field that the projection names. It is kept, dropped, or has a tree of the named fields below
 * it.
 */
interface NamedField {
  name: Buffer;
  node: 'keep' | 'drop' | RawTree;
}

/** The named fields of one level, by the hash of their name. */
type RawTree = Map<number, NamedField[]>;

/**
 * Compiles a projection that only keeps or drops fields, at any depth. The result copies bytes,
 * without decoding the document. Undefined if the projection computes fields.
 */
export function compileRawProjection(
  mode: 'inclusion' | 'exclusion',
  tree: Tree,
): ((raw: Buffer) => Buffer) | undefined {
  if (tree.computes) return undefined;
  const root = rawTree(tree);
  const projector = new RawProjector(mode === 'exclusion' ? 'keep' : 'drop');
  return (raw) => projector.project(raw, root);
}

function rawTree(tree: Tree): RawTree {
  const fields: RawTree = new Map();
  for (const [text, child] of tree.children) {
    const name = Buffer.from(text);
    const node = child.kind === 'tree' ? rawTree(child) : child.kind === 'drop' ? 'drop' : 'keep';
    const hash = name.reduce(addToHash, 0);
    fields.set(hash, [...(fields.get(hash) ?? []), { name, node }]);
  }
  return fields;
}

const addToHash = (hash: number, byte: number) => (hash * 31 + byte) | 0;

/**
 * Projects documents one after the other, by copying bytes. The documents come from the store, so their length fields
 * are correct.
 */
class RawProjector {
  private raw: Buffer = Buffer.alloc(0);
  private target: Buffer = Buffer.alloc(0);
  /** How many bytes of the target are written. */
  private written = 0;
  /** The start of the bytes that are kept but not yet copied. */
  private from = 0;

  /** @param others the action for fields that the projection does not name */
  constructor(private readonly others: 'keep' | 'drop') {}

  project(raw: Buffer, root: RawTree): Buffer {
    this.raw = raw;
    this.from = 0;
    this.written = 0;
    // A projection never makes a document longer.
    this.target = Buffer.allocUnsafe(raw.length);
    this.document(0, root);
    if (this.from === 0) return raw;
    this.copyUpTo(raw.length);
    return this.target.subarray(0, this.written);
  }

  private document(start: number, tree: RawTree): void {
    const { raw } = this;
    const end = start + raw.readInt32LE(start) - 1;
    const lengthAt = this.positionOf(start);
    const copied = this.written;
    for (let at = start + 4; at < end;) {
      const field = at;
      const type = raw[at++] as number;
      let hash = 0;
      for (let byte = raw[at] as number; byte !== 0; byte = raw[++at] as number) hash = addToHash(hash, byte);
      const value = at + 1;
      at = value + valueBytes(raw, type, value, end);
      const node = this.find(tree, hash, field + 1, value - 1) ?? this.others;
      if (node === 'keep') continue;
      if (node === 'drop' || !this.descend(type, value, node)) this.drop(field, at);
    }
    this.endDocument(lengthAt, copied, end);
  }

  private array(start: number, tree: RawTree): void {
    const { raw } = this;
    const end = start + raw.readInt32LE(start) - 1;
    const lengthAt = this.positionOf(start);
    const copied = this.written;
    let count = 0;
    let isRenumbered = false;
    for (let at = start + 4; at < end;) {
      const element = at;
      const type = raw[at++] as number;
      while (raw[at] !== 0) at++;
      const value = at + 1;
      at = value + valueBytes(raw, type, value, end);
      if (this.others === 'drop' && type !== DOCUMENT && type !== ARRAY) {
        this.drop(element, at);
        isRenumbered = true;
        continue;
      }
      if (isRenumbered) this.rename(element, value, count);
      count++;
      this.descend(type, value, tree);
    }
    this.endDocument(lengthAt, copied, end);
  }

  /** Projects the fields below a value. @returns whether the value is kept */
  private descend(type: number, value: number, tree: RawTree): boolean {
    if (type === DOCUMENT) this.document(value, tree);
    else if (type === ARRAY) this.array(value, tree);
    else return this.others === 'keep';
    return true;
  }

  private find(tree: RawTree, hash: number, from: number, to: number): NamedField['node'] | undefined {
    const fields = tree.get(hash);
    return fields?.find(({ name }) => this.isName(name, from, to))?.node;
  }

  private isName(name: Buffer, from: number, to: number): boolean {
    if (name.length !== to - from) return false;
    for (let i = 0; i < name.length; i++) if (name[i] !== this.raw[from + i]) return false;
    return true;
  }

  /** Where a byte at this position of the source will be in the target, if it is kept. */
  private positionOf(position: number): number {
    return this.written + position - this.from;
  }

  private drop(from: number, to: number): void {
    this.copyUpTo(from);
    this.from = to;
  }

  /** Renames an array element to its new position. */
  private rename(element: number, value: number, position: number): void {
    this.copyUpTo(element);
    this.target[this.written++] = this.raw[element] as number;
    this.written += this.target.write(String(position), this.written, 'latin1');
    this.target[this.written++] = 0;
    this.from = value;
  }

  private copyUpTo(position: number): void {
    this.written += this.raw.copy(this.target, this.written, this.from, position);
  }

  /**
   * Corrects the length of a document or array if something in it was dropped or renamed. In this case, its length
   * field is already in the target.
   */
  private endDocument(lengthAt: number, copied: number, end: number): void {
    if (this.written !== copied) this.target.writeInt32LE(this.positionOf(end + 1) - lengthAt, lengthAt);
  }
}
