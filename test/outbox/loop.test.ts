// A delivery that comes back to its own server through a proxy is refused, also after it has passed another one.
import { type ApiServer, startApiServer } from "../../packages/server/test/api-server.ts";
import { useReverseProxies } from "../journeys/reverse-proxies.ts";

type Form = { readonly id: number; readonly uuid: string };

/** They pass every header on. The egress guard cannot know what is behind them. */
const { proxyTo } = useReverseProxies();

async function open(keyDigit: string): Promise<ApiServer> {
  const server = await startApiServer({
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    INTRAY_ENCRYPTION_KEY: keyDigit.repeat(64),
    INTRAY_RETRY_SCHEDULE: "1h",
  });
  onTestFinished(() => server.close());
  return server;
}

const makeForm = (server: ApiServer) =>
  server.create<Form>("/forms", { name: "Loop", duplicate_filter: false });

const addWebhook = (server: ApiServer, form: Form, url: string) =>
  server.create("/form_webhooks", { form_id: form.id, name: "Loop", url });

interface Entry {
  readonly state: string;
  readonly attempts: readonly {
    readonly http_status: number | null;
    readonly response_excerpt: string | null;
  }[];
}

/** The log of a form, once each of `count` deliveries was attempted and no attempt is in flight. */
const logOf = (server: ApiServer, form: Form, count: number) =>
  vi.waitUntil(async () => {
    const answer = await server.request("GET", `/webhook_logs?form_id=${form.id}`);
    const { webhook_logs: entries } = answer.json() as { readonly webhook_logs: Entry[] };
    const isDone =
      entries.length >= count &&
      entries.every(({ attempts, state }) => attempts.length > 0 && state !== "delivering");
    return isDone && entries;
  });

async function countOf(server: ApiServer, form: Form): Promise<number> {
  const answer = await server.request("GET", `/submissions?form_id=${form.id}&filter_by=all`);
  return (answer.json() as { readonly meta: { readonly count: number } }).meta.count;
}

const REFUSED = {
  state: "retrying",
  attempts: [{ http_status: 508, response_excerpt: /came back to one of its forms/ }],
};

it("refuses the deliveries of one post that come back to its form", async () => {
  const server = await open("7");
  const form = await makeForm(server);
  const proxy = await proxyTo(server.url);
  for (let n = 0; n < 2; n += 1) await addWebhook(server, form, `${proxy}/f/${form.uuid}`);

  await server.post(form.uuid, { name: "Ada" });

  expect(await logOf(server, form, 2)).toMatchObject([REFUSED, REFUSED]);
  expect(await countOf(server, form)).toBe(1);
});

it("passes a post on to another installation, and refuses it when it comes back", async () => {
  const [first, second] = [await open("7"), await open("8")];
  const [form, next] = [await makeForm(first), await makeForm(second)];
  await addWebhook(first, form, `${await proxyTo(second.url)}/f/${next.uuid}`);
  await addWebhook(second, next, `${await proxyTo(first.url)}/f/${form.uuid}`);

  await first.post(form.uuid, { name: "Ada" });

  expect(await logOf(first, form, 1)).toMatchObject([{ state: "succeeded" }]);
  expect(await logOf(second, next, 1)).toMatchObject([REFUSED]);
  expect([await countOf(first, form), await countOf(second, next)]).toEqual([1, 1]);
});
