/**
 * Returns the version in the ETag of an answer, which is the part before the hyphen. Undefined if
 * the answer has no ETag.
 */
export function versionIn(headers: Headers): number | undefined {
  const version = /^"(\d+)-[\w-]+"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}
