/** The target of a request in canonical form. */
export interface NormalPath {
  /** The decoded segments; none is empty. */
  segments: string[];
  /** The query including its question mark, exactly as it was sent. Empty if there is no query. */
  search: string;
}

/**
 * Normalises a request's target: removes empty segments (from doubled and trailing slashes) and decodes each segment
 * once. The forwarded path is built from the result. So no path can have different meanings at the gateway and at the
 * service.
 * @returns undefined for targets that cannot be routed: those with dot segments, encoded separators, percent signs,
 *   path parameters, control characters or invalid encodings.
 */
export function normalisePath(target: string): NormalPath | undefined {
  // A client that uses the gateway as a proxy sends a full URL.
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

/**
 * Matches characters that a segment must not contain: separators, `%`, `;`, `?`, `#` and control characters. Spaces are
 * allowed, because codes of custom fields contain them. The forwarded path encodes spaces again.
 */
const unroutable = /[/\\%;?#\u0000-\u001f\u007f]/;

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
