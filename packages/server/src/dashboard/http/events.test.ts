import { cookieOf, type Visitor, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

describe("the event stream of the dashboard", () => {
  it("sends an event for a new submission", async () => {
    const events = await follow(server.ada, "?form_id=1");

    const id = await server.post("1", { name: "Ada" });

    const data = `{"id":${id},"form_id":1,"uid":"`;
    const text = await events.until(`"id":${id},`);
    events.cut();
    expect(text).toContain(`event: submission.created\ndata: ${data}`);
  });

  it("resumes after the Last-Event-ID", async () => {
    const first = await follow(server.ada);
    const text = await first.until("id: ");
    first.cut();
    const id = await server.post("1", { name: "Ada" });

    const [, lastId = ""] = /^id: (.*)$/m.exec(text) ?? [];
    const events = await follow(server.ada, "", { "last-event-id": lastId });

    const missed = await events.until("submission.created");
    events.cut();
    expect(missed).toContain(`"id":${id},`);
  });

  it("ends with the session", async () => {
    const visitor = await server.signedIn();
    const events = await follow(visitor);
    await events.until("retry:");

    await visitor.post("/sign-out");
    await server.post("1", { name: "Ada" });

    expect(await events.rest()).not.toContain("submission.created");
    expect((await visitor.get("/events")).status).toBe(303);
  });

  it("frees its slot when the client disconnects", async () => {
    // The limit is 20 open streams.
    for (let round = 0; round < 25; round += 1) {
      const events = await follow(server.ada);
      await events.until("retry:");
      events.cut();
      await server.post("1", { name: `${round}` });
    }
    const events = await follow(server.ada);
    events.cut();

    expect(events.status).toBe(200);
  });

  it("is not opened for HEAD, and rejects a form of another account", async () => {
    const eve = await server.otherAccount();

    const answer = await fetch(`${server.url}/dashboard/events`, {
      method: "HEAD",
      headers: { cookie: cookieOf(server.ada) },
    });

    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect((await eve.get("/events?form_id=1")).status).toBe(404);
  });
});

async function follow(visitor: Visitor, query = "", headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const answer = await fetch(`${server.url}/dashboard/events${query}`, {
    headers: { cookie: cookieOf(visitor), ...headers },
    signal: abort.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async () => {
    const piece = await reader?.read();
    text += piece?.value ?? "";
    return piece?.done === false;
  };
  return {
    status: answer.status,
    /** Reads until `expected` was received; returns everything received so far. */
    async until(expected: string) {
      while (!text.includes(expected)) {
        if (!(await next())) throw new Error(`The stream ended after: ${text}`);
      }
      return text;
    },
    /** Reads to the end of the stream; returns everything received. */
    async rest() {
      while (await next());
      return text;
    },
    cut: () => abort.abort(),
  };
}
