import { buffer } from "node:stream/consumers";
import {
  allClosed,
  clientOf,
  CONNECTIONS,
  openClient,
  serve,
  until,
} from "../test/faulty-server.ts";

const FILE = Buffer.from(Array.from({ length: 50_000 }, (_, i) => i % 251));

interface Habits {
  readonly etag?: string;
  /** Bytes of the body after which the response breaks off; `undefined` for never. */
  readonly cutAfter?: (before: number) => number | undefined;
  readonly fileOf?: (before: number) => Buffer;
  readonly hasRanges?: boolean;
}

const serveFile = ({ etag, cutAfter, fileOf = () => FILE, hasRanges = true }: Habits) =>
  serve(({ headers, socket }, response, before) => {
    const file = fileOf(before);
    const asked = hasRanges ? /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") : null;
    const start = Number(asked?.[1] ?? 0);
    const end = asked?.[2] === undefined || asked[2] === "" ? file.length - 1 : Number(asked[2]);
    const body = file.subarray(start, end + 1);
    response.writeHead(asked === null ? 200 : 206, {
      "content-length": body.length,
      ...(hasRanges && { "accept-ranges": "bytes" }),
      ...(etag !== undefined && { etag }),
      ...(asked !== null && { "content-range": `bytes ${start}-${end}/${file.length}` }),
    });
    const cut = cutAfter?.(before);
    if (cut === undefined) response.end(body);
    else response.write(body.subarray(0, cut), () => socket.destroy());
  });

describe("a download", () => {
  it.each(CONNECTIONS)(
    "by %s resumes where it broke off, as often as needed",
    async (_, options) => {
      const { url, requests } = await serveFile({
        etag: '"abc"',
        cutAfter: (before) => (before < 6 ? 5_000 : undefined),
      });
      const { client } = clientOf(url, options);

      const { body } = await client.attachments.download(4);

      expect((await buffer(body)).equals(FILE)).toBe(true);
      const [first, ...rest] = requests.map(({ headers }) => headers);
      expect([first?.range, rest.length]).toEqual([undefined, 6]);
      expect(rest.every((one) => one["if-range"] === '"abc"')).toBe(true);
    },
  );

  it("returns the requested part, and resumes within it", async () => {
    const { url, requests } = await serveFile({ cutAfter: (n) => (n === 0 ? 10 : undefined) });
    const { client } = clientOf(url);

    const part = await client.attachments.download(4, { range: { start: 100, end: 299 } });

    expect(part).toMatchObject({
      status: 206,
      headers: { "content-range": "bytes 100-299/50000" },
    });
    expect((await buffer(part.body)).equals(FILE.subarray(100, 300))).toBe(true);
    expect(requests.map(({ headers }) => headers.range)).toEqual([
      "bytes=100-299",
      /^bytes=1\d\d-299$/,
    ]);
  });

  it("by public link is sent without the key, and then to the host for files without other headers", async () => {
    const files = await serveFile({ cutAfter: (before) => (before === 0 ? 5 : undefined) });
    const location = `${files.url}/file`;
    const own = await serve((_, response) => response.writeHead(302, { location }).end());
    const options = { range: { start: 49_990 }, headers: { "x-gate": "secret" } };

    const { body } = await clientOf(own.url).client.attachments.downloadPublic("token", options);

    expect((await buffer(body)).equals(FILE.subarray(49_990))).toBe(true);
    const sent = [...own.requests, ...files.requests].map(({ url, headers }) =>
      [url, headers.range, headers["x-gate"], headers.authorization].join(" ").trim(),
    );
    expect(sent).toEqual([
      "/api/v1/attachments/token/public bytes=49990- secret",
      "/file bytes=49990-",
      "/file bytes=49995-49999",
    ]);
  });

  it.each(["/file", "file:///etc/passwd", "AGAIN"])(
    "by public link does not follow to %s",
    async (to) => {
      const { url } = await serve(({ headers }, response) => {
        response.writeHead(302, { location: to.replace("AGAIN", `http://${headers.host}`) }).end();
      });

      const download = clientOf(url).client.attachments.downloadPublic("token");

      await expect(download).rejects.toMatchObject({ kind: "redirect" });
    },
  );

  it.each<[string, Habits, object]>([
    [
      "the file has changed",
      { fileOf: (before) => (before === 0 ? FILE : FILE.subarray(1)) },
      { kind: "unexpected_answer" },
    ],
    ["the server does not send parts", { hasRanges: false }, { kind: "connection" }],
    ["no more bytes arrive", { cutAfter: (n) => (n === 0 ? 9 : 0) }, { kind: "connection" }],
  ])("fails when %s", async (_, habits, expected) => {
    const { url } = await serveFile({ cutAfter: (n) => (n === 0 ? 9 : undefined), ...habits });
    const { client } = clientOf(url);

    const { body } = await client.attachments.download(4);

    await expect(buffer(body)).rejects.toMatchObject(expected);
  });

  it("is not resumed with resume: false", async () => {
    const { url, requests } = await serveFile({ cutAfter: () => 9 });
    const { client } = clientOf(url);

    const { body } = await client.attachments.download(4, { resume: false });

    await expect(buffer(body)).rejects.toMatchObject({ kind: "connection" });
    expect(requests).toHaveLength(1);
  });

  const wrong = [{ start: -1 }, { start: 0.5 }, { start: 5, end: 4 }, { start: Number.NaN }];
  it.each(wrong)("rejects the range %j", async (range) => {
    const { client } = clientOf("http://127.0.0.1:9");

    await expect(client.attachments.download(4, { range })).rejects.toMatchObject({
      kind: "usage",
    });
  });

  const ways = ["destroyed", "aborted", "broken off with the client"] as const;
  it.each(ways)("that is %s closes its connection, even if nobody reads it", async (how) => {
    const { client, sockets, requests } = await openClient((_, response) => {
      response.writeHead(200, { "content-length": 1_000_000 }).write("begin");
    });
    const stop = new AbortController();
    const { body } = await client.attachments.download(4, { signal: stop.signal });
    await until(() => requests.length === 1);
    const gone = allClosed(sockets);

    if (how === "destroyed") body.destroy();
    else if (how === "aborted") stop.abort();
    else await client.destroy();

    await gone;
    expect(sockets.size).toBe(0);
  });

  it("reports to its reader that it was aborted", async () => {
    const { client } = await openClient((_, response) => {
      response.writeHead(200, { "content-length": 1_000_000 }).write("begin");
    });
    const stop = new AbortController();
    const { body } = await client.attachments.download(4, { signal: stop.signal });

    body.once("data", () => stop.abort());

    await expect(buffer(body)).rejects.toMatchObject({ kind: "aborted" });
  });
});

describe("stream", () => {
  it("has status and headers before the body is complete, and ends with its connection", async () => {
    const closed = Promise.withResolvers<void>();
    const { url, requests } = await serve(async (request, response) => {
      response.once("close", closed.resolve);
      const asked = Buffer.concat(await request.toArray()).toString();
      response.writeHead(201, { "x-request-id": "req_1" }).write(asked);
    });
    const { client } = clientOf(url);

    const init = { json: { a: 1 }, headers: { "x-own": "yes" }, query: { page: 2 } };
    const { status, headers, body } = await client.stream("post", "/any", init);

    expect({ status, id: headers["x-request-id"] }).toEqual({ status: 201, id: "req_1" });
    expect(requests[0]).toMatchObject({ method: "POST", url: "/api/v1/any?page=2" });
    expect(requests[0]?.headers).toMatchObject({ "x-own": "yes" });
    for await (const chunk of body) {
      expect(String(chunk)).toBe('{"a":1}');
      break;
    }
    await closed.promise;
  });

  it("throws an error response", async () => {
    const { url } = await serve((_request, response) => response.writeHead(404).end("{}"));

    await expect(clientOf(url).client.stream("GET", "/any")).rejects.toMatchObject({ status: 404 });
  });
});
