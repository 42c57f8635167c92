// What the inbox says about the deliveries of a submission to several webhooks, and its filter.
import type { Submission } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { serveOnLoopback } from "../../../../../test/harness/loopback.ts";
import { type DashboardServer, startDashboard } from "../../../test/dashboard.ts";

/** Nothing may be sent there, so deliveries fail at once. */
const REFUSED = "http://127.0.0.1:9/";

let server: DashboardServer;
/** The submission of each form, by what its deliveries came to. */
const ids = new Map<string, number>();
const receiver = useShared(() =>
  serveOnLoopback((request, response) => {
    request.resume().once("end", () => response.end());
  }),
);
beforeAll(async () => {
  const accepted = `${receiver.url}/`;
  server = await startDashboard({ INTRAY_WEBHOOK_ALLOW: receiver.host });
  for (const [state, urls] of [
    ["delivered", [accepted, accepted]],
    ["partly", [accepted, REFUSED]],
    ["failed", [REFUSED, REFUSED]],
    ["none", []],
  ] as const) {
    const { id: form_id } = await server.create("/forms", { name: `Form ${state}` });
    for (const [n, url] of urls.entries())
      await server.create("/form_webhooks", { form_id, name: `Hook ${n}`, url });
    ids.set(state, await server.post(`${form_id}`, new URLSearchParams({ name: "Ada" })));
  }
  for (const [state, id] of ids)
    await vi.waitFor(async () => {
      const { delivery_state } = await read(id);
      if (delivery_state !== state) throw new Error(`The state is ${delivery_state}.`);
    });
});
afterAll(async () => {
  await server.close();
});

const read = (id: number) => server.read<Submission>(`/submissions/${id}`);
const rowOf = (text: string, id: number | undefined) =>
  text.split("<li ").find((row) => row.startsWith(`data-id="${id}"`)) ?? "";
const badges = (html: string) =>
  [...html.matchAll(/<span class="badge (?:warn|good|bad|soft)"[^>]*>([^<]*)/g)].map(
    ([, label]) => label,
  );

it.each([
  ["delivered", ["delivered"]],
  ["partly", ["partly delivered"]],
  ["failed", ["failed"]],
  ["none", []],
])(
  "a submission whose state is %s has the badges %j, in the inbox and on its page",
  async (state, labels) => {
    const id = ids.get(state);

    const inbox = await server.ada.get("/inbox");
    const page = await server.ada.get(`/submissions/${id}`);

    expect(rowOf(inbox.text, id)).not.toBe("");
    expect(badges(rowOf(inbox.text, id))).toEqual(labels);
    expect(badges(page.text.slice(0, page.text.indexOf('<div class="submission">')))).toEqual(
      labels,
    );
  },
);

it.each(["delivered", "partly", "failed", "none"])(
  "the filter finds those that are %s",
  async (state) => {
    const { text } = await server.ada.get(`/inbox?delivery=${state}`);
    const searched = await server.ada.get(`/inbox?query=delivery:${state}`);

    const shown = [text, searched.text].map((page) =>
      [...page.matchAll(/<li data-id="(\d+)"/g)].map(([, id]) => Number(id)),
    );
    expect(shown).toEqual([[ids.get(state)], [ids.get(state)]]);
  },
);
