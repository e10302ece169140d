/** The version in the ETag of an answer, before the hyphen; undefined without an ETag. */
export function versionIn(headers: Headers): number | undefined {
  const version = /^"(\d+)-[\w-]+"$/.exec(headers.get('etag') ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}
