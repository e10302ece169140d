/** Shortens the address of a database to its hosts. The other parts of the address may contain a password. */
export function describeAddress(uri: string): string {
  return uri.replace(/^([^/]+:\/\/)(?:[^/?#@]*@)?([^/?#]*).*$/s, '$1$2');
}
