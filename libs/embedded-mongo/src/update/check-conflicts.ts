import { MongoError } from '../errors/mongo-error';
import { partName, type UpdatePath } from './update-path';

interface Node {
  children: Map<string, Node>;
  isLeaf: boolean;
}

/**
 * Finds conflicting paths of an update. Two paths conflict if they are equal, or if one of them
 * contains the other.
 */
export class PathConflicts {
  private readonly root: Node = { children: new Map(), isLeaf: false };

  /**
   * @throws MongoError 40 if this path is equal to an earlier path, or if one of them contains the
   * other
   */
  add(path: UpdatePath): void {
    this.addNames(
      path.dotted,
      path.parts.map((part) => partName(part)),
    );
  }

  addNames(dotted: string, names: readonly string[]): void {
    let node = this.root;
    names.forEach((name, at) => {
      let child = node.children.get(name);
      const isLast = at === names.length - 1;
      if (child && (child.isLeaf || isLast)) {
        const conflict = names.slice(0, at + 1).join('.');
        throw new MongoError(
          40,
          'ConflictingUpdateOperators',
          `Updating the path '${dotted}' would create a conflict at '${conflict}'`,
        );
      }
      if (!child) {
        child = { children: new Map(), isLeaf: isLast };
        node.children.set(name, child);
      }
      node = child;
    });
  }
}
