// A webhook receiver on this machine that containers can call.
import http from 'node:http';
import { json } from 'node:stream/consumers';

export class Receiver {
  /** The bodies of all requests that were answered, in order. */
  delivered = [];
  /** The bodies of requests that were not answered. */
  held = [];
  /** While true, requests get no response. */
  isHolding = false;

  #server = http.createServer((request, response) => {
    json(request).then(
      (body) => {
        if (this.isHolding) return void this.held.push(body);
        this.delivered.push(body);
        response.end();
      },
      () => response.writeHead(400).end(),
    );
  });

  /**
   * Listens on all addresses, because containers cannot reach 127.0.0.1 of this machine.
   * @returns the port.
   */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, '0.0.0.0', resolve));
    return this.#server.address().port;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Whether an event of this booking was delivered. */
  has(bookingId) {
    return this.delivered.some(({ entity_id }) => entity_id === bookingId);
  }
}
