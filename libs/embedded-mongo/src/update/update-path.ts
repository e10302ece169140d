import { badValue, MongoError } from '../errors/mongo-error';

/** One part of an update's path: a field name or index, `$`, `$[]`, or `$[identifier]`. */
export type PathPart =
  | { kind: 'field'; name: string; index: number }
  | { kind: 'positional' }
  | { kind: 'all' }
  | { kind: 'filtered'; identifier: string };

export interface UpdatePath {
  dotted: string;
  parts: readonly PathPart[];
}

/**
 * Parses the path of an update operator.
 * @throws MongoError 56 for an empty name, 2 for a misplaced positional part
 */
export function parseUpdatePath(dotted: string): UpdatePath {
  if (dotted === '') throw new MongoError(56, 'EmptyFieldName', 'An empty update path is not valid.');
  const names = dotted.split('.');
  if (names.includes('')) {
    throw new MongoError(
      56,
      'EmptyFieldName',
      `The update path '${dotted}' contains an empty field name, which is not allowed.`,
    );
  }
  const parts = names.map(parsePart);
  if (parts.filter((part) => part.kind === 'positional').length > 1) {
    throw badValue(`Too many positional (i.e. '$') elements found in path '${dotted}'`);
  }
  const first = parts[0] as PathPart;
  if (first.kind === 'positional')
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${dotted}'`);
  if (first.kind !== 'field') {
    throw badValue(
      `Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '${dotted}'`,
    );
  }
  return { dotted, parts };
}

function parsePart(name: string): PathPart {
  if (name === '$') return { kind: 'positional' };
  if (name === '$[]') return { kind: 'all' };
  const filtered = /^\$\[(.*)\]$/.exec(name);
  if (filtered) return { kind: 'filtered', identifier: filtered[1] as string };
  return { kind: 'field', name, index: /^\d{1,15}$/.test(name) ? Number(name) : -1 };
}

export function isDynamic(path: UpdatePath): boolean {
  return path.parts.some((part) => part.kind !== 'field');
}

export function partName(part: PathPart): string {
  switch (part.kind) {
    case 'field':
      return part.name;
    case 'positional':
      return '$';
    case 'all':
      return '$[]';
    case 'filtered':
      return `$[${part.identifier}]`;
  }
}

/**
 * Compares two paths of an update, to sort paths in the order in which MongoDB applies changes and
 * adds new fields. Paths are compared part by part, and numbers in a path by their value.
 */
export function comparePaths(a: UpdatePath, b: UpdatePath): number {
  for (let at = 0; at < Math.min(a.parts.length, b.parts.length); at++) {
    const x = a.parts[at] as PathPart;
    const y = b.parts[at] as PathPart;
    const isNumeric = x.kind === 'field' && y.kind === 'field' && x.index >= 0 && y.index >= 0;
    const difference = isNumeric
      ? x.index - y.index
      : Buffer.compare(Buffer.from(partName(x)), Buffer.from(partName(y)));
    if (difference !== 0) return difference;
  }
  return a.parts.length - b.parts.length;
}
