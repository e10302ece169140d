/** How many levels of nested documents and arrays a stored document may have. */
export const MAX_DEPTH = 200;
/**
 * How many levels a command or reply may have. The limit is higher than for a stored document,
 * because commands and replies contain stored documents.
 */
export const MAX_MESSAGE_DEPTH = MAX_DEPTH + 20;
