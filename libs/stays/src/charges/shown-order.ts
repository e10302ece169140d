interface HasPosition {
  position: number;
  id: number;
}

/**
 * Sorts surcharges, discounts or taxes by position, then by id. This is the order of the lines, and
 * the order in which discounts are limited to the amount that is left.
 */
export function inOrder<Definition extends HasPosition>(definitions: readonly Definition[]): Definition[] {
  return [...definitions].sort(compare);
}

/** Sorts lines of one kind by the position, then by the id of their definitions. */
export function linesInOrder<Line extends { definition: HasPosition }>(lines: readonly Line[]): Line[] {
  return [...lines].sort((a, b) => compare(a.definition, b.definition));
}

function compare(a: HasPosition, b: HasPosition): number {
  return a.position - b.position || a.id - b.id;
}
