// Reading a page of somebody else's site, with real sockets.
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { useTestEgress } from "../../test/egress.ts";
import { openSite, pageWith } from "../../test/sites.ts";
import { systemClock } from "../platform/clock.ts";
import { createReadPage } from "./read-page.ts";

async function read(url: string, allow = ["127.0.0.1"]) {
  const { egress } = useTestEgress({ allow });
  return createReadPage({ dispatcher: egress.dispatcher, clock: systemClock })(url);
}

const robots = (answer: RequestListener | string) => ({ "/robots.txt": answer, "/": pageWith("") });
const status = (code: number, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(code, headers).end();
};

const moved = (location: string) => ({ "/": status(302, { location }) });
const zipped = (content: string | Buffer) => ({
  "/": ((_, response) =>
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync(content))) satisfies RequestListener,
});

it.each<[string, Record<string, RequestListener | string>, RegExp | null]>([
  ["robots.txt forbids it", robots("User-agent: *\nDisallow: /"), /robots\.txt of .* not allow/],
  ["robots.txt forbids it to us", robots("User-agent: intray\nDisallow: /"), /does not allow/],
  ["robots.txt is for others", robots("User-agent: Other\nDisallow: /"), null],
  ["robots.txt cannot be read now", robots(status(503)), /does not allow/],
  ["robots.txt needs a password", robots(status(401)), null],
  ["robots.txt is no text", robots((_, response) => response.end(Buffer.alloc(999, 0xff))), null],
  ["the page is gone", { "/": status(410) }, /^It answers with 410\.$/],
  ["it leads to itself", moved("/"), /more than 3 times/],
  ["it leads nowhere", { "/": status(301, { location: "http://[" }) }, /answers with 301/],
  ["it has moved", { "/": status(308, { location: "/new" }), "/new": pageWith("") }, null],
  ["it leads to an internal address", moved("http://169.254.169.254/"), /169\.254/],
  ["it leads to a file", moved("file:///etc/passwd"), /cannot be read/],
  ["it is too large", { "/": "x".repeat(1_000_000) }, /256 KiB/],
  ["it grows when it is unzipped", zipped(Buffer.alloc(9e6)), /cannot be read/],
  ["it is zipped", zipped(pageWith("")), null],
  ["the connection breaks", { "/": (request) => request.socket.destroy() }, /cannot be read/],
])("if %s", async (_, answers, problem) => {
  const site = await openSite(answers);

  const page = await read(`${site.url}/`);

  expect("problem" in page ? page.problem : page.html).toMatch(problem ?? /^<!doctype html>/);
});

it("dials no address that webhooks may not be sent to", async () => {
  const site = await openSite({ "/": pageWith("") });

  expect(await read(`${site.url}/`, [])).toEqual({ problem: /cannot be read/ });
  expect(site.asked).toEqual([]);
});
