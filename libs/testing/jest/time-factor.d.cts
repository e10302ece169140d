/** The factor by which the time limits of tests are multiplied. */
declare const factor: number;
export = factor;
