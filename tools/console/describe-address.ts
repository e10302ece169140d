/** Shortens the address of a database to its hosts. Its other parts may contain a password. */
export function describeAddress(uri: string): string {
  return uri.replace(/^([^/]+:\/\/)(?:[^/?#@]*@)?([^/?#]*).*$/s, '$1$2');
}
