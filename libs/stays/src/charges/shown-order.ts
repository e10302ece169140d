interface Placed {
  position: number;
  id: number;
}

/** Sorts definitions of one kind by position, then by id. Lines are shown, and discounts are cut, in this order. */
export function inOrder<Definition extends Placed>(definitions: readonly Definition[]): Definition[] {
  return [...definitions].sort(compare);
}

/** Sorts lines of one kind by position and id of their definitions. */
export function linesInOrder<Line extends { definition: Placed }>(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) => compare(a.definition, b.definition));
}

function compare(a: Placed, b: Placed): number {
  return a.position - b.position || a.id - b.id;
}
