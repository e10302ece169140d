/** @returns why there is no such program; undefined if there is one. It is then in the folder `bin` of `folder`. */
export function missingPythonProgram(folder: string, program: string, requirement: string): string | undefined;
