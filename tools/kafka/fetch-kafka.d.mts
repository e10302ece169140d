/** What is missing on this machine to run a broker, as a sentence; undefined when nothing is. */
export function missingForKafka(): string | undefined;
