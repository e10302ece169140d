import type { Children } from '@kitajs/html';

/** A name and its value as text. For a value that contains JSX elements, use `FactOf`. */
export interface Fact {
  name: string;
  value: string | number;
  /** Additional text below the value, in a smaller font. */
  more?: string;
}

/** A list of names with their values. With `isColumns`, they are side by side. */
export function Facts({ isColumns = false, children }: { isColumns?: boolean; children?: Children }): JSX.Element {
  return <dl class={isColumns ? 'facts columns' : 'facts'}>{children}</dl>;
}

/** One entry of `Facts` whose value is text. For a value that contains JSX elements, use `FactOf`. */
export function FactLine({ name, value, more }: Fact): JSX.Element {
  return (
    <FactOf name={name}>
      <span safe>{String(value)}</span>
      {more === undefined ? '' : <small safe>{more}</small>}
    </FactOf>
  );
}

export function FactOf({ name, children }: { name: string; children?: Children }): JSX.Element {
  return (
    <div>
      <dt safe>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
