import { Intray } from "@intray/sdk";
import { KEY, makeSubmission, FakeServer } from "../../test/fake-server.ts";
import { EventFeed } from "./event-feed.ts";
import { followSubmissions, matchesState } from "./new-submissions.ts";

/** A server that sends an event about submission 7, and resets the first `breaks` requests for it. */
async function openFeed(breaks: number, retries?: number) {
  const server = await FakeServer.start();
  onTestFinished(() => server.stop());
  const stop = new AbortController();
  const client = new Intray({ baseUrl: server.url, apiKey: KEY, sleep: () => Promise.resolve() });
  onTestFinished(() => client.close());
  onTestFinished(() => stop.abort());
  server.instead.set("GET /events", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('id: 2\nevent: submission.created\ndata: {"id":7,"form_id":3}\n\n');
    server.submissions.push(makeSubmission(7, []));
  });
  let left = breaks;
  server.instead.set("GET /submissions/7", (request, response) => {
    if (left-- > 0) request.socket.resetAndDestroy();
    else response.end(JSON.stringify(makeSubmission(7, [])));
  });
  const note = () => undefined;
  const options = { client, form: undefined, lastEventId: "1", retries, note };
  const feed = new EventFeed({ ...options, signal: stop.signal });
  const rest = { query: {}, onConnected: () => undefined, isResumed: true };
  return followSubmissions({ client, feed, ...rest });
}

describe("followSubmissions", () => {
  it("retries requests as often as the feed reconnects, since the server may be restarting", async () => {
    const submissions = await openFeed(8);

    const { value } = await submissions.next();

    expect(value).toMatchObject({ id: 7 });
  });

  it("gives up after the given number of retries", async () => {
    const submissions = await openFeed(8, 2);

    await expect(submissions.next()).rejects.toMatchObject({ kind: "connection" });
  });

  it("yields a submission that has the id of a lost one after a restored server's reset", async () => {
    const server = await FakeServer.start();
    onTestFinished(() => server.stop());
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const client = new Intray({ baseUrl: server.url, apiKey: KEY });
    onTestFinished(() => client.close());
    const lost = { ...makeSubmission(7, []), uid: "lost" };
    const found = { ...makeSubmission(7, []), uid: "new" };
    server.submissions.push(lost);
    server.instead.set("GET /events", (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const data = (uid: string) => `data: {"id":7,"form_id":3,"uid":"${uid}"}\n\n`;
      response.write(`id: 2\nevent: submission.created\n${data("lost")}`);
      response.write("event: reset\ndata: {}\nid: 1\n\n");
    });
    const options = {
      client,
      form: undefined,
      lastEventId: "1",
      retries: 0,
      note: () => undefined,
    };
    const feed = new EventFeed({ ...options, signal: stop.signal });
    const rest = { query: {}, onConnected: () => undefined, isResumed: true };

    const submissions = followSubmissions({ client, feed, ...rest });
    const { value: first } = await submissions.next();
    server.submissions.splice(0, 1, found);
    const { value: second } = await submissions.next();

    expect([first?.uid, second?.uid]).toEqual(["lost", "new"]);
  });
});

const marks = { ham: {}, read: { read: true }, spam: { spam: true }, trash: { trash: true } };

describe("matchesState", () => {
  it.each([
    [{}, ["ham", "read"]],
    [{ filter_by: "all" }, ["ham", "read"]],
    [{ filter_by: "new" }, ["ham"]],
    [{ filter_by: "spam" }, ["spam"]],
    [{ filter_by: "trash" }, ["trash"]],
    [{ filter_by: "any" }, ["ham", "read", "spam", "trash"]],
    [{ unread: true }, ["ham", "spam"]],
    [{ filter_by: "all", unread: true }, ["ham"]],
    [{ created_after: "2026-01-01T00:00:00.007Z" }, []],
  ] as const)("%j matches the same submissions as the API's list: %j", (query, expected) => {
    const found = Object.entries(marks).filter(([, mark]) =>
      matchesState({ ...makeSubmission(7, []), ...mark }, query),
    );

    expect(found.map(([name]) => name)).toEqual(expected);
  });
});
