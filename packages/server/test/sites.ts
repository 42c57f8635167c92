/** For tests: sites of other people, which have a page with a form. */
import { createServer, type RequestListener } from "node:http";
import { listenOnLoopback } from "../../../test/harness/loopback.ts";

/** Of form 1 of fixtures. */
export const UUID = "00000000000a";

export const pageWith = (fields: string, action = `/f/${UUID}`) =>
  `<!doctype html><form action="https://forms.example${action}">${fields}</form>`;

/** Serves a site; a path without an answer is 404. */
export async function openSite(answers: Record<string, RequestListener | string>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers[request.url ?? ""];
    if (typeof answer === "function") answer(request, response);
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  const { url } = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  return { url, asked, answers };
}
