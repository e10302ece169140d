import { ApiError } from '@keyhaven/contracts/shared/errors';

/** A version that no record has, because versions begin with 1. */
const NO_VERSION = 0;

/**
 * Returns the version that If-Match requires (RFC 9110, 13.1.1), or undefined if any version is
 * accepted.
 *
 * An ETag is a version, optionally followed by a hyphen and a hash of the response. The hash is not
 * compared, because the response may include other records, which the write does not affect. Weak
 * and unknown ETags never match. If the header lists only such ETags, the result is 0.
 *
 * If the header lists several versions, only the highest counts. Versions only increase, so a
 * client that knows the highest one knows that the others are outdated.
 *
 * @throws ApiError bad_request if the header is not a list of ETags.
 */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = [...header.matchAll(/(?:W\/)?"[^"]*"/g)].map(([tag]) => tag);
  const gaps = header.split(/(?:W\/)?"[^"]*"/);
  const isList = gaps.every(
    (gap, index) => /^[\s,]*$/.test(gap) && (index === 0 || index === tags.length || gap.includes(',')),
  );
  if (tags.length === 0 || !isList) {
    throw new ApiError(
      'bad_request',
      `If-Match: ${JSON.stringify(header.slice(0, 50))} is not a list of ETags; expected the ETag of a record, such as "3"`,
    );
  }
  return Math.max(
    NO_VERSION,
    ...tags.map((tag) => Number(/^"([1-9]\d{0,14})(?:-[\w-]+)?"$/.exec(tag)?.[1] ?? NO_VERSION)),
  );
}
