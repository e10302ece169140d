/** How many levels of documents and arrays a stored document may have below its own. */
export const MAX_DEPTH = 200;
/** What surrounds a document in a command or an answer has levels of its own. */
export const MAX_MESSAGE_DEPTH = MAX_DEPTH + 20;
