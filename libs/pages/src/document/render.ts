/**
 * Returns the HTML of an element. An element must be a string, so pages load their data before they
 * are rendered.
 * @throws Error if the element is a promise.
 */
export function render(element: JSX.Element): string {
  if (typeof element !== 'string') throw new Error('a page contains a promise: load the data before rendering');
  return element;
}
