/** Indents each line that is not empty. */
export function indent(spaces: number, text: string): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** Returns the text if the condition is true, otherwise an empty text. */
export function joined(condition: boolean, text: string): string {
  return condition ? text : '';
}
