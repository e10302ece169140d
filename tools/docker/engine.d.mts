/** Why there is no Docker engine on this machine. */
export class NoEngine extends Error {}
export interface Engine {
  /** The address for DOCKER_HOST. */
  readonly host: string;
  /** The variables that Docker's clients need. */
  readonly environment: Record<string, string>;
  /** Whether it was started here; otherwise it ran before. */
  readonly isOwn: boolean;
  /** Ends an engine that was started here, and removes everything in it. */
  stop(): Promise<void>;
}
export function startEngine(): Promise<Engine>;
export function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T>;
/** Installs packages of Debian. @returns why not; undefined if they are installed. */
export function installPackages(...names: string[]): string | undefined;
export function isOnPath(name: string): boolean;
