import { attributeText } from './attribute-text';

/** A hidden form field. */
export function Hidden({ name, value }: { name: string; value: string }): JSX.Element {
  return <input type="hidden" name={name} value={attributeText(value)} />;
}
