import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { calendarOf, type Door } from './door';

export interface Measured {
  faults: string[];
  /** The duration of each request, in milliseconds. */
  durations: number[];
}

/** How long a bystander waits for a response, in milliseconds: longer than the deadline of its requests. */
const MAX_MS = 20_000;

/** An ordinary client, which must be served while others abuse the server. */
export class Bystander {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(
    private readonly door: Door,
    private readonly maxMs = MAX_MS,
  ) {}

  /** Sends requests one after the other: for at least this number of rounds, and until the abuse has ended. */
  async measure(rounds: number, abuse: Promise<unknown> = Promise.resolve()): Promise<Measured> {
    const measured: Measured = { faults: [], durations: [] };
    let isOver = false;
    const end = () => void (isOver = true);
    abuse.then(end, end);
    for (let round = 0; (round < rounds || !isOver) && measured.faults.length === 0; round++) {
      const name = randomUUID();
      const change = JSON.stringify({ first_name: name });
      await this.check(measured, 'GET', '/v2/users/me', '"id":');
      await this.check(measured, 'GET', calendarOf(this.door), `"property_id":${this.door.propertyId}`);
      await this.check(measured, 'PATCH', `/v2/guests/${this.door.guestId}`, `"first_name":"${name}"`, change);
    }
    return measured;
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends a request. It must be answered with 200 and a body that contains `part`. */
  private async check(measured: Measured, method: string, target: string, part: string, body?: string) {
    const began = performance.now();
    try {
      const { status, content } = await this.send(method, target, body);
      measured.durations.push(performance.now() - began);
      if (status === 200 && content.includes(part)) return;
      measured.faults.push(`${method} ${target} of another client got ${status} ${content.slice(0, 200)}`);
    } catch (error) {
      measured.faults.push(`${method} ${target} of another client failed: ${String(error)}`);
    }
  }

  private send(method: string, target: string, body?: string): Promise<{ status?: number; content: string }> {
    const { authorization, url } = this.door;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { authorization, ...content };
    const signal = AbortSignal.timeout(this.maxMs);
    return new Promise((resolve, reject) => {
      http
        .request(url + target, { method, headers, agent: this.agent, signal }, (answer) => {
          text(answer).then((content) => resolve({ status: answer.statusCode, content }), reject);
        })
        .once('error', reject)
        .end(body);
    });
  }
}

/** The median of durations. */
export function median(durations: readonly number[]): number {
  const sorted = [...durations].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
