import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { OTHER_ACCOUNT_KEY, useApiServer } from "../../../test/api-server.ts";
import { plusMs, systemClock } from "../../platform/clock.ts";

let aheadMs = 0;
const server = useApiServer(
  {},
  { ...systemClock, monotonic: () => plusMs(systemClock.monotonic(), aheadMs) },
);
const FORGOTTEN_MS = 10 * 60_000 + 1;
// The runs of the test before are forgotten.
beforeEach(() => void (aheadMs += FORGOTTEN_MS));
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

/** The header of a run on the host. @param more Members that differ; `undefined` leaves one out. */
function headersOf(host: string, more: object = {}) {
  const queue = { id: host, host, form: form.id, filter: "new", consumer: "default", ...more };
  const members = Object.entries(queue).filter(([, value]) => value !== undefined);
  const of = new URLSearchParams(members.map(([name, value]) => [name, String(value)]));
  return { "Intray-Queue-Host": of.toString() };
}

/** Lists the queue of the form as a run does. Returns the other host that the server names. */
async function list(host: string, { key = undefined as string | undefined, more = {} } = {}) {
  const answer = await server.request("GET", "/submissions?filter_by=new", {
    headers: headersOf(host, more),
    ...(key !== undefined && { key }),
  });
  return answer.headers.get("intray-queue-other-host");
}

it("names each of two runs to the other once both have worked at the same time", async () => {
  expect(await list("web-1")).toBeNull();
  expect(await list("grüße\n2")).toBeNull();
  expect(await list("web-1")).toBe("gr%C3%BC%C3%9Fe%0A2");
  expect(await list("grüße\n2")).toBe("web-1");
});

it("says nothing of a run that ended before: a restart, a ledger that has moved, another pass of cron", async () => {
  await list("old");
  await list("old");
  await list("new");

  expect(await list("new")).toBeNull();
  expect(await list("new")).toBeNull();
});

it("forgets a run that was not seen for ten minutes", async () => {
  await list("web-1");
  await list("web-2");
  aheadMs += FORGOTTEN_MS;

  expect(await list("web-1")).toBeNull();
});

it.each<[boolean, string, object, object]>([
  [true, "one of them takes all forms", { form: undefined }, {}],
  [true, "one of them leases", { leases: "1" }, {}],
  [false, "both lease", { leases: "1" }, { leases: "1" }],
  [false, "they are consumers of different names", { consumer: "mail" }, {}],
  [false, "they take different submissions", { filter: "spam" }, {}],
  [false, "they take different forms", { form: "999999" }, {}],
])("says %s if %s", async (isSaid, _, one, other) => {
  await list("web-1", { more: one });
  await list("web-2", { more: other });

  expect(await list("web-1", { more: one })).toBe(isSaid ? "web-2" : null);
  expect(await list("web-2", { more: other })).toBe(isSaid ? "web-1" : null);
});

it("knows a form by its key, and tells nothing to another account", async () => {
  const key = await server.createKey({ form_id: form.id });
  await list("web-1");
  await list("stranger", { key: OTHER_ACCOUNT_KEY });
  await list("web-2", { key, more: { form: "1" } });

  expect(await list("web-1")).toBe("web-2");
  expect(await list("stranger", { key: OTHER_ACCOUNT_KEY })).toBeNull();
});

it("notices a run by its acknowledgements while its page lasts", async () => {
  const id = await server.post(form.uuid, { n: "1" });
  await list("slow");
  await list("late");
  const mark = { json: { submission: { read: true } }, headers: headersOf("slow") };
  const answer = await server.request("PATCH", `/submissions/${id}`, mark);

  expect(answer.headers.get("intray-queue-other-host")).toBe("late");
  expect(await list("late")).toBe("slow");
});

it.each(["", "host=no-id", "%ZZ&&=", `id=x&host=${"x".repeat(500)}`])(
  "ignores the header %j",
  async (header) => {
    const ask = () =>
      server.request("GET", "/submissions", { headers: { "Intray-Queue-Host": header } });
    await ask();
    await list("web-1");

    expect((await ask()).headers.get("intray-queue-other-host")).toBeNull();
    expect(await list("web-1")).toBeNull();
  },
);
