/**
 * Returns the version in the ETag of a response. The version is the part before the hyphen.
 * Undefined if the response has no such ETag.
 */
export function versionIn(headers: Headers): number | undefined {
  const version = /^"(\d+)-[\w-]+"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}
