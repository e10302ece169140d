/** The target of a request, in its one canonical form. */
export interface NormalPath {
  /** The decoded segments; none is empty. */
  segments: string[];
  /** The query with its question mark, exactly as it was sent; empty without one. */
  search: string;
}

/**
 * Brings a request's target into its one form: empty segments (doubled and trailing slashes) are dropped and each segment is
 * decoded once. The forwarded path is built from this, so that no spelling means one path here and another at the service.
 * @returns undefined for targets that no route has: dot segments, separators and percent signs hidden in an encoding,
 * path parameters, control characters, broken encodings.
 */
export function normalisePath(target: string): NormalPath | undefined {
  // Requests may name their whole address, as they do to proxies.
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

/** Separators, what begins an encoding, a parameter or a fragment, and control characters. */
const unroutable = /[/\\%;?#\u0000-\u0020\u007f]/;

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
