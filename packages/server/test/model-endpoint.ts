/** A model API on loopback whose responses the test sets. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveOnLoopback } from "../../../test/harness/loopback.ts";

export interface ModelRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

export const completion = (content: unknown): string =>
  JSON.stringify({
    id: "cmpl-1",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: typeof content === "string" ? content : JSON.stringify(content),
        },
      },
    ],
  });

export const GOOD = {
  score: 77,
  score_reasoning: "Names a budget.",
  score_location_info: "Writes from Munich.",
};

export async function openModelEndpoint() {
  const requests: ModelRequest[] = [];
  const server = await serveOnLoopback((request, response) => void answerOne(request, response));
  const answerOne = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request)) as ModelRequest["body"];
    const { url: path, headers } = request;
    requests.push({ path, authorization: headers.authorization, body });
    endpoint.answer(response, request);
  };
  const endpoint = {
    /** The value for `INTRAY_LEADS_URL`. */
    url: `${server.url}/v1`,
    /** The requests received so far, in order. */
    requests,
    /** Writes a response; by default a score of 77. */
    answer: (response: ServerResponse, _: IncomingMessage) => void response.end(completion(GOOD)),
    close: () => server.close(),
  };
  return endpoint;
}
