import type { Children } from '@kitajs/html';

/** Shown in place of an empty list: says why it is empty, and what to do. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: Children;
}): JSX.Element {
  return (
    <div class="empty">
      <h3 safe>{title}</h3>
      <p safe>{text}</p>
      {Boolean(children) ? <div class="actions">{children}</div> : ''}
    </div>
  );
}
