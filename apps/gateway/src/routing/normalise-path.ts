/** The target of a request, in its one canonical form. */
export interface NormalPath {
  /** The decoded segments; none is empty. */
  segments: string[];
  /** The query with its question mark, exactly as it was sent; empty without one. */
  search: string;
}

/**
 * Normalises a request's target: drops empty segments (doubled and trailing slashes) and decodes each segment once. The
 * forwarded path is built from the result, so that a path cannot mean one thing here and another at the service.
 * @returns undefined for targets that no route has: dot segments, encoded separators and percent signs, path
 *   parameters, control characters, broken encodings.
 */
export function normalisePath(target: string): NormalPath | undefined {
  // A request to a proxy contains the full URL.
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? '';
  const rest = target.slice(origin.length);
  const questionMark = rest.indexOf('?');
  const path = questionMark < 0 ? rest : rest.slice(0, questionMark);
  if (path !== '' && !path.startsWith('/')) return undefined;
  const segments: string[] = [];
  for (const raw of path.split('/')) {
    if (raw === '') continue;
    const segment = decode(raw);
    if (segment === undefined || segment === '.' || segment === '..' || unroutable.test(segment)) return undefined;
    segments.push(segment);
  }
  return { segments, search: questionMark < 0 ? '' : rest.slice(questionMark) };
}

/** Separators, the first characters of an encoding, a parameter or a fragment, and control characters. */
const unroutable = /[/\\%;?#\u0000-\u0020\u007f]/;

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
