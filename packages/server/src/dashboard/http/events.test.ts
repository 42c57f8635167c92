import { cookieOf, type Visitor, useDashboard } from "../../../test/dashboard.ts";
import { followEvents } from "../../../test/event-reader.ts";

const server = useDashboard();
const follow = (visitor: Visitor, more: { query?: string; lastId?: string } = {}) =>
  followEvents(server, { cookie: cookieOf(visitor), ...more });

describe("the event stream of the dashboard", () => {
  it("sends an event for a new submission, and resumes after the Last-Event-ID", async () => {
    const events = await follow(server.ada, { query: "?form_id=1" });
    const ids = [await server.post("1", { name: "Ada" })];
    const received = await events.take(1);
    events.cut();
    ids.push(await server.post("1", { name: "Ada again" }));

    const resumed = await follow(server.ada, { lastId: events.lastId });

    received.push(...(await resumed.take(1)));
    resumed.cut();
    const kind = "submission.created";
    const uid = expect.any(String) as string;
    expect(received).toMatchObject(ids.map((id) => ({ kind, data: { id, form_id: 1, uid } })));
  });

  it("ends with the session", async () => {
    const visitor = await server.signedIn();
    const events = await follow(visitor);

    await visitor.post("/sign-out");
    await server.post("1", { name: "Ada" });

    expect(await events.rest()).toEqual([]);
    expect((await visitor.get("/events")).status).toBe(303);
  });

  it("frees its slot when the client disconnects", async () => {
    // The limit is 20 open streams.
    for (let round = 0; round < 25; round += 1) {
      (await follow(server.ada)).cut();
      await server.post("1", { name: `${round}` });
    }
    const events = await follow(server.ada);
    events.cut();

    expect(events.response.status).toBe(200);
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
