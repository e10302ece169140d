import { setTimeout as sleep } from 'node:timers/promises';
import { acceptQuote, book, cancel, move, retitle } from './booking-actions';
import type { ClientState } from './client-state';
import { addGuest, changeGuest, postMessage } from './guest-actions';
import { deleteQuote, quote } from './quote-actions';

/**
 * The actions of clients and their relative frequency. An action that finds no record to change creates one instead.
 */
const ACTIONS: readonly { weight: number; act: (client: ClientState) => Promise<void> }[] = [
  { weight: 30, act: book },
  { weight: 14, act: cancel },
  { weight: 8, act: retitle },
  { weight: 6, act: move },
  { weight: 8, act: quote },
  { weight: 4, act: acceptQuote },
  { weight: 3, act: deleteQuote },
  { weight: 7, act: addGuest },
  { weight: 5, act: changeGuest },
  { weight: 15, act: postMessage },
];
const ALL_WEIGHTS = ACTIONS.reduce((sum, { weight }) => sum + weight, 0);

/** The limits of the random pause of a client after each response, in milliseconds. */
const PAUSE_MS = { least: 100, most: 500 };

function chooseAction({ random }: ClientState): (client: ClientState) => Promise<void> {
  let rest = random() * ALL_WEIGHTS;
  const chosen = ACTIONS.find(({ weight }) => (rest -= weight) < 0);
  return (chosen ?? ACTIONS[0]!).act;
}

/**
 * Makes each client write, one request after another.
 * @returns a function that stops the clients. The promise that it returns resolves when every request
 * has been answered.
 */
export function runClients(clients: readonly ClientState[]): () => Promise<void> {
  let isStopping = false;
  const work = async (client: ClientState) => {
    while (!isStopping) {
      // An unreadable or missing response is a fault. The client continues with other records.
      await chooseAction(client)(client).catch((error: unknown) => {
        client.ledger.faults.push(error instanceof Error ? error.message : String(error));
      });
      await sleep(PAUSE_MS.least + client.random() * (PAUSE_MS.most - PAUSE_MS.least));
    }
  };
  const working = Promise.all(clients.map(work));
  return async () => {
    isStopping = true;
    await working;
  };
}
