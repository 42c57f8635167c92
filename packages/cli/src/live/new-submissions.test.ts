import { Intray, type Submission } from "@intray/sdk";
import { KEY, makeSubmission, FakeServer } from "../../test/fake-server.ts";
import { EventFeed } from "./event-feed.ts";
import { followSubmissions, matchesState } from "./new-submissions.ts";

/** Follows the submissions of a server with submission 7 and these events. */
async function openFeed(events: string, submission: Submission, retries?: number) {
  const server = await FakeServer.start();
  onTestFinished(() => server.stop());
  const stop = new AbortController();
  const client = new Intray({ baseUrl: server.url, apiKey: KEY, sleep: () => Promise.resolve() });
  onTestFinished(() => client.close());
  onTestFinished(() => stop.abort());
  server.submissions.push(submission);
  server.instead.set("GET /events", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(events);
  });
  const options = { client, form: undefined, lastEventId: "1", retries, note: () => undefined };
  const feed = new EventFeed({ ...options, signal: stop.signal });
  const rest = { query: {}, onConnected: () => undefined, isResumed: true };
  return { server, submissions: followSubmissions({ client, feed, ...rest }) };
}
const created = (data: object) =>
  `id: 2\nevent: submission.created\ndata: ${JSON.stringify({ id: 7, form_id: 3, ...data })}\n\n`;

/** The server resets the first eight requests for the submission. */
async function openUnstable(retries?: number) {
  const { server, submissions } = await openFeed(created({}), makeSubmission(7, []), retries);
  let left = 8;
  server.instead.set("GET /submissions/7", ({ socket }) => {
    if (left-- > 0) socket.resetAndDestroy();
  });
  return submissions;
}

describe("followSubmissions", () => {
  it("retries requests as often as the feed reconnects, since the server may be restarting", async () => {
    const { value } = await (await openUnstable()).next();

    expect(value).toMatchObject({ id: 7 });
  });

  it("gives up after the given number of retries", async () => {
    const submissions = await openUnstable(2);

    await expect(submissions.next()).rejects.toMatchObject({ kind: "connection" });
  });

  it("yields a submission that has the id of a lost one after a restored server's reset", async () => {
    const [lost, found] = ["lost", "new"].map((uid) => ({ ...makeSubmission(7, []), uid }));
    const events = `${created({ uid: "lost" })}event: reset\ndata: {}\nid: 1\n\n`;
    const { server, submissions } = await openFeed(events, lost as Submission, 0);

    const { value: first } = await submissions.next();
    server.submissions.splice(0, 1, found as Submission);
    const { value: second } = await submissions.next();

    expect([first?.uid, second?.uid]).toEqual(["lost", "new"]);
  });
});

const marks = { ham: {}, read: { read: true }, spam: { spam: true }, trash: { trash: true } };

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
] as const)("matchesState %j takes the submissions of the API's list: %j", (query, expected) => {
  const found = Object.entries(marks).filter(([, mark]) =>
    matchesState({ ...makeSubmission(7, []), ...mark }, query),
  );

  expect(found.map(([name]) => name)).toEqual(expected);
});
