/** Marks text as CSS, for editors and the formatter. */
export const css = String.raw;
