/** The logo of Keyhaven: a key whose handle is a house. */
export const brandMark =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 10.5 12 4l8 6.5V14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"/><path d="M12 11.5V21M12 18h3.5"/></svg>';

export function Brand({ href }: { href: string }): JSX.Element {
  const safeMark = brandMark;
  return (
    <a class="brand" href={href}>
      {safeMark}
      <span>Keyhaven</span>
    </a>
  );
}
