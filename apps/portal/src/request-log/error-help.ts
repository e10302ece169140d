/** Returns the path of the documentation of an error's code. */
export function errorHelp(code: string): string {
  return `/help/v2/errors#${encodeURIComponent(code)}`;
}
