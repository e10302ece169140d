import { attributeText } from './attribute-text';

export type ButtonLook = 'main' | 'quiet' | 'danger';

interface ButtonProps {
  text: string;
  look?: ButtonLook;
  isSmall?: boolean;
  isFull?: boolean;
  /**
   * The name and value are sent with the form, so that the server knows which button was pressed.
   */
  name?: string;
  value?: string;
  /**
   * The label for screen readers, if the text alone is not clear, for example because each row of a
   * table has such a button.
   */
  label?: string;
}

/** A button that submits the form around it. */
export function Button({ text, look, isSmall, isFull, name, value, label }: ButtonProps): JSX.Element {
  return (
    <button
      type="submit"
      class={classOf(look, isSmall, isFull)}
      name={name}
      value={value}
      aria-label={label === undefined ? undefined : attributeText(label)}
      safe
    >
      {text}
    </button>
  );
}

interface LinkButtonProps {
  text: string;
  href: string;
  look?: ButtonLook;
  isSmall?: boolean;
}

/** A link that looks like a button, to a page on which the user can do something. */
export function LinkButton({ text, href, look, isSmall }: LinkButtonProps): JSX.Element {
  return (
    <a class={classOf(look, isSmall)} href={href} safe>
      {text}
    </a>
  );
}

function classOf(look: ButtonLook = 'main', isSmall = false, isFull = false): string {
  return [
    'button',
    ...(look === 'main' ? [] : [look]),
    ...(isSmall ? ['small'] : []),
    ...(isFull ? ['full'] : []),
  ].join(' ');
}
