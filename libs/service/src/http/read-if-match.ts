import { ApiError } from '@keyhaven/contracts/shared/errors';

/** No record has this version: versions begin with 1. */
const NO_VERSION = 0;

/**
 * Returns the version that If-Match requires (RFC 9110, 13.1.1), or undefined if any version will do. A tag is a
 * version, optionally followed by a hyphen and the hash of an answer. The hash is not compared, because the answer may
 * show other records, which the write does not affect. Weak and unknown tags never match: a header with only such tags
 * returns version 0.
 *
 * Of several versions, the highest counts. Versions only increase, so a client that received a higher one knows that
 * the lower ones are outdated.
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
