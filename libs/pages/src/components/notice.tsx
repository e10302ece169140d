import type { Children } from '@kitajs/html';

export type NoticeKind = 'ok' | 'info' | 'warn' | 'danger';

interface NoticeProps {
  kind?: NoticeKind;
  title?: string;
  text?: string;
  children?: Children;
}

/** A highlighted message. Only a message of kind `danger` interrupts a screen reader. */
export function Notice({ kind = 'info', title, text, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
      {title === undefined ? '' : <strong safe>{title}</strong>}
      {text === undefined ? '' : <p safe>{text}</p>}
      {children}
    </div>
  );
}
