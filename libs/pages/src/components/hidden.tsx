import { attributeText } from './attribute-text';

/** A value that a form sends without showing it. */
export function Hidden({ name, value }: { name: string; value: string }): JSX.Element {
  return <input type="hidden" name={name} value={attributeText(value)} />;
}
