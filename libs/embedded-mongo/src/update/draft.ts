import { badValue, MongoError } from '../errors/mongo-error';
import { copyDocument, getField, isDocument, removeField, setField, type Document } from '../values/document';
import { show, showId } from '../values/show';
import type { Modifier, FieldLocation } from './modifier';
import { parseUpdatePath, partName, type PathPart, type UpdatePath } from './update-path';

/**
 * The maximum number of nulls that an update adds to fill an array up to an index, as in MongoDB.
 */
const MAX_FILLING = 1_500_000;

type Container = Document | unknown[];

/** Decides, for one document, which array elements the positional parts of a path refer to. */
export interface Positions {
  /**
   * For `$`: returns the index of the element that the filter matched. @throws MongoError 2 if no
   * element matched
   */
  matched(): number;
  /** For `$[identifier]`: returns whether the element is to be changed. */
  isMeant(identifier: string, element: unknown): boolean;
}

/**
 * A document during an update. Documents and arrays on changed paths are copied once. All other
 * values are shared with the original.
 */
export class Draft {
  readonly root: Document;
  private readonly owned = new Set<unknown>();
  /**
   * Called with the path of each change. In this path, the positional parts are replaced by array
   * indexes.
   */
  onChange?: (names: readonly string[], dotted: string) => void;

  constructor(
    private readonly original: Document,
    private readonly positions: Positions,
  ) {
    this.root = copyDocument(original);
    this.owned.add(this.root);
  }

  apply(path: UpdatePath, modifier: Modifier): void {
    if (modifier.source !== undefined) return this.rename(parseUpdatePath(modifier.source), path);
    this.visit(this.root, path, 0, modifier, []);
  }

  private visit(container: Container, path: UpdatePath, at: number, modifier: Modifier, taken: string[]): void {
    const part = path.parts[at] as PathPart;
    if (part.kind === 'field') return this.visitField(container, part.name, part.index, path, at, modifier, taken);
    if (part.kind === 'positional') {
      const index = this.positions.matched();
      return this.visitField(container, String(index), index, path, at, modifier, taken);
    }
    if (!Array.isArray(container)) {
      throw badValue(`Cannot apply array updates to non-array element ${String(taken.at(-1))}: ${show(container)}`);
    }
    for (let index = 0; index < container.length; index++) {
      if (part.kind === 'filtered' && !this.positions.isMeant(part.identifier, container[index])) continue;
      this.visitField(container, String(index), index, path, at, modifier, taken);
    }
  }

  private visitField(
    container: Container,
    name: string,
    index: number,
    path: UpdatePath,
    at: number,
    modifier: Modifier,
    taken: string[],
  ): void {
    const isArray = Array.isArray(container);
    if (isArray && index < 0) {
      if (!modifier.creates) return;
      throw this.notViable(name, taken, container);
    }
    const value: unknown = isArray ? container[index] : getField(container, name);
    const here = [...taken, name];
    if (at === path.parts.length - 1) return this.change(container, name, index, value, modifier, here, path);
    if (value === undefined) return this.create(container, name, index, path, at, modifier, here);
    if (Array.isArray(value) || isDocument(value)) {
      const child = this.own(value as Container);
      if (child !== value) this.put(container, name, index, child);
      return this.visit(child, path, at + 1, modifier, here);
    }
    const isPositional =
      (path.parts[at + 1] as PathPart).kind !== 'field' && (path.parts[at + 1] as PathPart).kind !== 'positional';
    if (isPositional) throw badValue(`Cannot apply array updates to non-array element ${name}: ${show(value)}`);
    if (modifier.creates) throw this.notViable(partName(path.parts[at + 1] as PathPart), here, value);
  }

  private change(
    container: Container,
    name: string,
    index: number,
    value: unknown,
    modifier: Modifier,
    here: string[],
    path: UpdatePath,
  ): void {
    this.onChange?.(here, path.dotted);
    if (value === undefined && !modifier.creates) return;
    const location: FieldLocation = { document: this.original, field: name };
    const result = modifier.change(value, location);
    if (result === value) return;
    if (result !== undefined) this.put(container, name, index, result);
    else if (modifier.removes) this.remove(container, name, index);
  }

  /**
   * Creates the missing rest of a path. Creates only documents, so a number in the path becomes a
   * field name.
   */
  private create(
    container: Container,
    name: string,
    index: number,
    path: UpdatePath,
    at: number,
    modifier: Modifier,
    here: string[],
  ): void {
    const rest = path.parts.slice(at + 1);
    const dynamic = rest.find((part) => part.kind === 'all' || part.kind === 'filtered');
    if (dynamic) {
      throw badValue(`The path '${here.join('.')}' must exist in the document in order to apply array updates.`);
    }
    if (!modifier.creates) return;
    this.onChange?.([...here, ...rest.map(partName)], path.dotted);
    const last = rest[rest.length - 1] as PathPart;
    let value = modifier.change(undefined, { document: this.original, field: partName(last) });
    if (value === undefined) return;
    for (const part of [...rest].reverse()) {
      const inner: Document = {};
      setField(inner, part.kind === 'positional' ? String(this.positions.matched()) : partName(part), value);
      value = inner;
    }
    this.put(container, name, index, value);
  }

  private put(container: Container, name: string, index: number, value: unknown): void {
    if (!Array.isArray(container)) return setField(container, name, value);
    if (index - container.length > MAX_FILLING)
      throw new MongoError(34, 'CannotBackfillArray', `can't backfill more than ${MAX_FILLING} elements`);
    while (container.length < index) container.push(null);
    container[index] = value;
  }

  /** Removes a field. An array element is set to null instead. */
  private remove(container: Container, name: string, index: number): void {
    if (Array.isArray(container)) container[index] = null;
    else removeField(container, name);
  }

  private own(value: Container): Container {
    if (this.owned.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : copyDocument(value);
    this.owned.add(copy);
    return copy;
  }

  private notViable(name: string, taken: readonly string[], element: unknown): MongoError {
    return new MongoError(
      28,
      'PathNotViable',
      `Cannot create field '${name}' in element {${String(taken.at(-1))}: ${show(element)}}`,
    );
  }

  private rename(source: UpdatePath, target: UpdatePath): void {
    const found = this.findSource(source);
    if (!found) return;
    this.refuseArrayOnPath(target);
    const { parent, name, value } = found;
    this.visit(this.root, target, 0, { change: () => value, creates: true }, []);
    removeField(parent, name);
  }

  private findSource(source: UpdatePath): { parent: Document; name: string; value: unknown } | undefined {
    let current: Document = this.root;
    for (let at = 0; ; at++) {
      const name = partName(source.parts[at] as PathPart);
      const value = getField(current, name);
      if (value === undefined) return undefined;
      if (at === source.parts.length - 1) return { parent: current, name, value };
      if (Array.isArray(value)) throw this.arrayElement('source', source, name);
      if (!isDocument(value)) {
        const next = partName(source.parts[at + 1] as PathPart);
        throw new MongoError(
          28,
          'PathNotViable',
          `cannot use the part (${next} of ${source.dotted}) to traverse the element ({${name}: ${show(value)}})`,
        );
      }
      const child = this.own(value) as Document;
      if (child !== value) setField(current, name, child);
      current = child;
    }
  }

  private refuseArrayOnPath(target: UpdatePath): void {
    let current: unknown = this.root;
    for (const part of target.parts.slice(0, -1)) {
      if (!isDocument(current)) return;
      current = getField(current, partName(part));
      if (Array.isArray(current)) throw this.arrayElement('destination', target, partName(part));
    }
  }

  private arrayElement(which: string, path: UpdatePath, field: string): MongoError {
    const id = showId(this.original).slice(1, -1);
    return badValue(
      `The ${which} field cannot be an array element, '${path.dotted}' in doc with ${id} has an array field called '${field}'`,
    );
  }
}
