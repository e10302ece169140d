import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ApiError } from '@keyhaven/contracts/shared/errors';
import { outcomeUnknown } from '@keyhaven/persistence/request-progress';
import { bodyTooLarge } from '@keyhaven/service/http/bound-body';
import { BodyParts, partsTooSmall } from '@keyhaven/service/http/body-parts';
import { sendError } from '@keyhaven/service/http/error-handler';
import { keepAnswered, keepSent } from '@keyhaven/service/http/kept-bodies';
import type { Request, Response } from 'express';
import { bodyNotInTime, brokeOff, mayBeCarriedOut, notInTime, notReached, waitedTooLong } from './failures';
import { answeredHeaders } from './forward-headers';
import { latestStart, type UpstreamLimits } from './upstream';

/**
 * A request to a service and its response. An exchange ends with the service's response or with an error response of
 * the gateway. If the request fails after the response has started, the connection is closed, so that the client
 * notices that the response is incomplete.
 */
export class Exchange {
  private upstream: ClientRequest | undefined;
  /** Whether the service may have received a part of the request. This is possible as soon as a connection exists. */
  private wasSent = false;
  private answer: IncomingMessage | undefined;
  private isOver = false;
  private received = 0;
  private readonly parts = new BodyParts();
  private readonly silence: NodeJS.Timeout;
  /**
   * The latest time at which the request may be sent. The token and the deadline of the request are
   * valid until then.
   */
  private readonly sendBy: number;

  /** Create an Exchange before any byte of the body is read, so that bytes beyond the limit are never forwarded. */
  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly limits: UpstreamLimits,
  ) {
    this.sendBy = latestStart(request);
    this.silence = setTimeout(() => this.breakSilence(), limits.silenceMs);
    request.on('data', (chunk: Buffer) => this.readBody(chunk));
    response.once('close', () => this.end());
    // The client may have disconnected while the request was being prepared.
    if (response.destroyed) this.end();
  }

  /**
   * Takes over the request that the proxy library is about to send to the service. Aborts the
   * request if this exchange has ended, or if the request has waited too long for a connection.
   */
  attach(upstream: ClientRequest): void {
    this.upstream = upstream;
    const { socket } = upstream;
    if (socket?.connecting) socket.once('connect', () => (this.wasSent = true));
    else this.wasSent = true;
    if (this.isOver) upstream.destroy();
    else if (Date.now() > this.sendBy) this.fail(waitedTooLong());
  }

  /** Forwards the service's response to the client. */
  receive(answer: IncomingMessage): void {
    if (this.isOver) return void answer.destroy();
    const { response } = this;
    this.answer = answer;
    this.silence.refresh();
    response.status(answer.statusCode ?? 502);
    for (const [name, value] of Object.entries(answeredHeaders(answer.headers))) response.setHeader(name, value!);
    if (answer.headers.vary) response.vary(answer.headers.vary);
    answer.on('data', () => this.silence.refresh());
    if (response.statusCode >= 400) answer.on('data', (chunk: Buffer) => keepAnswered(response, chunk));
    answer.once('error', () => this.fail(brokeOff()));
    answer.pipe(response);
  }

  /**
   * Handles a failed connection to the service. If the service's response has started, the stream of the response
   * reports the failure instead.
   * @returns whether this method handled the failure.
   */
  failUpstream(): boolean {
    if (this.answer || this.isOver) return false;
    const isOpen = this.wasSent && mayBeCarriedOut(this.request);
    this.fail(isOpen ? outcomeUnknown('the service broke off the connection') : notReached());
    return true;
  }

  private fail(error: ApiError): void {
    if (this.isOver) return;
    const { response } = this;
    this.end();
    if (response.headersSent) return void response.destroy();
    for (const name of Object.keys(answeredHeaders(this.answer?.headers ?? {}))) response.removeHeader(name);
    sendError(response, error);
  }

  private readBody(chunk: Buffer): void {
    const areTooSmall = this.parts.add(chunk);
    this.received += chunk.length;
    if (this.isOver) return;
    this.silence.refresh();
    keepSent(this.response, chunk);
    const { maxBodyBytes } = this.limits;
    if (this.received > maxBodyBytes) this.fail(bodyTooLarge(maxBodyBytes));
    else if (areTooSmall) this.fail(partsTooSmall());
  }

  private breakSilence(): void {
    const { route } = this.response.locals as { route?: string };
    this.response.locals.waitsFor = [`${this.upstream ? 'an answer' : 'a connection'} to ${route ?? 'a request'}`];
    if (!this.upstream) return this.fail(waitedTooLong());
    const waitsForClient = !this.request.complete && !this.upstream.writableNeedDrain && !this.answer;
    if (waitsForClient) return this.fail(bodyNotInTime());
    this.fail(notInTime(this.request));
  }

  /**
   * Ends the request to the service. The rest of the client's body is read and discarded.
   */
  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.silence);
    this.answer?.unpipe(this.response);
    if (this.upstream && !(this.upstream.writableFinished && this.answer?.complete)) this.upstream.destroy();
    if (!this.request.complete) this.request.unpipe().resume();
  }
}
