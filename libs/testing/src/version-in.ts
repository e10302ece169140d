/** Returns the version in the ETag of an answer: the part before the hyphen. Undefined without an ETag. */
export function versionIn(headers: Headers): number | undefined {
  const version = /^"(\d+)-[\w-]+"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}
