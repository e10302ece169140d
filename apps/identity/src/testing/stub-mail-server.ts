import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** An e-mail as the stub received it. */
export interface ReceivedMail {
  to: string;
  text: string;
}

/** A mail server that accepts every e-mail, unless a test sets another `answer`. */
export interface StubMailServer {
  url: string;
  received: ReceivedMail[];
  /**
   * The response to each e-mail from now on. 250 accepts it, 451 refuses it, and `cut` closes the connection without a
   * response.
   */
  answer: '250 accepted' | '451 try later' | 'cut';
  /**
   * The replies that differ from the usual ones. A key is a command or `greeting`. The reply `cut` closes the
   * connection without a reply.
   */
  replies: Record<string, string>;
  /** How long the server waits before a reply, in milliseconds. A key is a command, `greeting` or `text`. */
  delaysMs: Record<string, number>;
  to(address: string): ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server that implements as much of SMTP (RFC 5321) as the client needs. */
export async function startStubMailServer(): Promise<StubMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, stub);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: StubMailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: '250 accepted',
    replies: {},
    delaysMs: {},
    to: (address) => stub.received.filter(({ to }) => to === address),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return stub;
}

function converse(socket: Socket, stub: StubMailServer): void {
  let buffer = '';
  let to = '';
  let isText = false;
  const sayNow = (line: string) => (line === 'cut' ? socket.destroy() : socket.write(`${line}\r\n`));
  const say = (command: string, line: string) => {
    const delayMs = stub.delaysMs[command];
    if (delayMs === undefined) return void sayNow(line);
    const timer = setTimeout(() => sayNow(line), delayMs);
    socket.once('close', () => clearTimeout(timer));
  };
  const reply = (command: string, usual: string) => say(command, stub.replies[command] ?? usual);
  reply('greeting', '220 stub');
  socket.on('data', (chunk) => {
    buffer += chunk.toString();
    for (let end = endOf(buffer, isText); end >= 0; end = endOf(buffer, isText)) {
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (isText ? 5 : 2));
      if (isText) {
        isText = false;
        // Decodes soft line breaks and equal signs of quoted-printable text.
        stub.received.push({ to, text: part.replace(/=\r\n/g, '').replaceAll('=3D', '=') });
        say('text', stub.answer);
        continue;
      }
      const command = part.split(' ')[0]!.toUpperCase();
      if (command === 'RCPT') to = /<(.*)>/.exec(part)![1]!;
      isText = command === 'DATA' && stub.replies.DATA === undefined;
      reply(command, isText ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 stub');
    }
  });
}

function endOf(buffer: string, isText: boolean): number {
  return buffer.indexOf(isText ? '\r\n.\r\n' : '\r\n');
}
