import { type Scope, scopes } from '@keyhaven/contracts/identity/identity';

/**
 * Returns the scope for a list of scope names; undefined if one of the names is unknown.
 * @param names the scope names, in upper or lower case. One text may contain several names,
 *   separated by commas. Without names, the scope is full.
 */
export function readScope(names: readonly string[] | undefined): Scope | undefined {
  const asked = (names ?? []).flatMap((name) => name.toLowerCase().split(',')).filter((name) => name !== '');
  if (asked.length === 0) return 'full';
  const isKnown = asked.every((name) => (scopes as readonly string[]).includes(name));
  if (!isKnown) return undefined;
  return asked.includes('full') ? 'full' : 'read';
}

/** Returns the narrower of two scopes. */
export function lesserScope(one: Scope, other: Scope): Scope {
  return one === 'full' && other === 'full' ? 'full' : 'read';
}
