/** Indents each line that is not empty. */
export function indent(spaces: number, text: string): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/** Returns the text, or nothing if the condition is false. */
export function joined(condition: boolean, text: string): string {
  return condition ? text : '';
}
