/**
 * Requests to others than the server: health checks, posts to forms, and the targets of `webhooks listen`. They take the proxy and
 * the certificate authorities of the requests to the server.
 */
import { openAgent, proxyOf } from "@intray/sdk";

export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
  /** Called for each part of the response's body. */
  readonly onChunk?: (chunk: Buffer) => void;
}

/**
 * Sends one request on a connection of its own, and follows no redirect.
 *
 * @returns The status, after the whole response has arrived.
 * @throws an error of the system or of undici, or the signal's reason.
 */
export type Send = (url: URL, request: OutgoingRequest) => Promise<number>;

export interface Route {
  /** As `--proxy`: `null` for none, `undefined` for that of the environment. */
  readonly proxy?: string | null | undefined;
  /** Certificate authorities to trust too, as PEM. */
  readonly ca?: string | undefined;
}

/** @throws IntrayError of kind `usage` for an invalid proxy in the environment. */
export function openRoute({ proxy, ca }: Route): Send {
  const choice = proxyOf(proxy);
  return async (url, { method, headers = {}, body, signal, onChunk }) => {
    const { request } = await import("undici");
    const agent = await openAgent(isLoopback(url) ? undefined : choice, ca);
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal,
        reset: true,
        // The signal limits the whole request.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      for await (const chunk of answer.body) onChunk?.(chunk as Buffer);
      return answer.statusCode;
    } finally {
      await agent.destroy();
    }
  };
}

/** A proxy, which is usually another machine, would find something else under this name. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
