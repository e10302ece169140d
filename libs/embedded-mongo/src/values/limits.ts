/** MongoDB's own limit for documents within documents. */
export const MAX_DEPTH = 180;
