interface Placed {
  position: number;
  id: number;
}

/** Definitions of one kind in the order in which they are shown, and discounts cut: by position, then by id. */
export function inOrder<Definition extends Placed>(definitions: readonly Definition[]): Definition[] {
  return [...definitions].sort(compare);
}

/** Lines of one kind in the order of their definitions. */
export function linesInOrder<Line extends { definition: Placed }>(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) => compare(a.definition, b.definition));
}

function compare(a: Placed, b: Placed): number {
  return a.position - b.position || a.id - b.id;
}
