/** Akismet on loopback: every request of this process to its host arrives there, over a real socket. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { serveOnLoopback } from "../../../../test/harness/loopback.ts";

const ORIGIN = "https://rest.akismet.com";

interface AkismetRequest {
  /** Such as `submit-spam`. */
  readonly call: string;
  readonly form: Readonly<Record<string, string>>;
}

/** Takes every post for ham. */
export async function openAkismet() {
  const told: AkismetRequest[] = [];
  const server = await serveOnLoopback((request, response) => void answerOne(request, response));
  const before = getGlobalDispatcher();
  const agent = new Agent().compose((dispatch) => (options, handler) => {
    const isOurs = String(options.origin) === ORIGIN;
    return dispatch(isOurs ? { ...options, origin: server.url } : options, handler);
  });
  setGlobalDispatcher(agent);
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const call = request.url?.replace("/1.1/", "") ?? "";
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    if (call === "comment-check") {
      response.end("false");
      return;
    }
    told.push({ call, form });
    response.end("Thanks.");
  };
  return {
    /** The corrections received so far, in order. */
    told,
    async close() {
      setGlobalDispatcher(before);
      await agent.close();
      server.close();
    },
  };
}
