import type { Children } from '@kitajs/html';

/** A name and its value. The value is a text, or an element if it is more than a text. */
export interface Fact {
  name: string;
  value: string | number;
  /** A text below the value, in small letters. */
  more?: string;
}

/** Facts with their names. `isColumns` puts them beside each other. */
export function Facts({ isColumns = false, children }: { isColumns?: boolean; children?: Children }): JSX.Element {
  return <dl class={isColumns ? 'facts columns' : 'facts'}>{children}</dl>;
}

/** One line of `Facts` with a text; `FactOf` takes elements. */
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
