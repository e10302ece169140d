/** How many levels of nested documents and arrays a stored document may have. */
export const MAX_DEPTH = 200;
/**
 * How many levels a command or reply may have. More than a stored document, because it may contain
 * one.
 */
export const MAX_MESSAGE_DEPTH = MAX_DEPTH + 20;
