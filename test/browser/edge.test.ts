// @intray/sdk/edge as a bundle: its size, what it imports, and calls from a context without Node and from Chromium.
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { ACCOUNT_KEY, useApiServer } from "../../packages/server/test/api-server.ts";
import { isBrowserMissing, openBrowser } from "./in-browser.ts";
import { openSite } from "./site.ts";

const MAX_GZIP_BYTES = 25 * 1_024;
const ENTRY = "entry.js";

/** Bundles a program as Vite and Wrangler do: conditions of the web, the packages as published. */
async function bundle(program: string): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    platform: "browser",
    resolve: { conditionNames: ["workerd", "browser", "import", "default"] },
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === ENTRY ? `${process.cwd()}/packages/sdk/${ENTRY}` : null),
        load: (id) => (id.endsWith(`/${ENTRY}`) ? program : null),
      },
    ],
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await build.generate({ format: "iife", minify: true, codeSplitting: false });
  await build.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

const ALL = 'import { Intray } from "@intray/sdk/edge"; globalThis.Intray = Intray;';
const WITH_QUEUE = `${ALL}
import { runQueue } from "@intray/sdk/queue"; globalThis.runQueue = runQueue;`;

describe("the bundle", () => {
  it("of the client is at most 25 KB with gzip, and mentions neither Node's modules nor zod nor undici", async () => {
    const code = await bundle(ALL);

    expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThanOrEqual(MAX_GZIP_BYTES);
    expect(code).not.toMatch(/\bnode:|\brequire\(|\bimport[ ({]|\bprocess\.|\bBuffer\b/);
    expect(code).not.toMatch(/zod|safeParse|Dispatcher|EnvHttpProxyAgent/);
  });

  it("of one error class contains nothing else: the package has no side effects", async () => {
    const code = await bundle(
      'import { AbortedError } from "@intray/sdk/edge"; globalThis.AbortedError = AbortedError;',
    );

    expect(gzipSync(code).byteLength).toBeLessThan(1_024);
  });
});

/** What a worker has: the globals of the web, and none of Node. */
// prettier-ignore
const WEB_GLOBALS = [
  "AbortController", "AbortSignal", "Blob", "FormData", "Headers", "ReadableStream",
  "Request", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams",
  "atob", "btoa", "clearTimeout", "crypto", "fetch", "queueMicrotask",
  "setTimeout", "structuredClone",
] as const;

/** Calls each part of the client. Runs as a module of a worker, so it uses nothing but its arguments. */
const PROGRAM = `async ({ baseUrl, apiKey, formKey, form }) => {
  const client = new Intray({ baseUrl, apiKey });
  const upload = new FormData();
  upload.set("name", "Zoë");
  upload.set("cv", new Blob(["%PDF-1.7"]), "cv.pdf");
  const { id } = await client.submissions.create(form, upload);
  let connected;
  const isConnected = new Promise((resolve) => (connected = resolve));
  const events = client.events.follow({ form_id: form }, { onConnect: connected });
  const next = events.next();
  await isConnected;
  await client.submissions.create(form, { name: "Ada" });
  const { value: event } = await next;
  await events.return();
  const { payload_params, attachments } = await client.submissions.get(id);
  const { body } = await client.attachments.download(attachments[0].id);
  const names = [];
  for await (const one of client.submissions.list({ order_by: "date_asc", per_page: 1 })) names.push(one.payload_params.name);
  const lines = [];
  for await (const { items } of client.submissions.listJson()) for (const item of items) lines.push(new TextDecoder().decode(item));
  const raw = await client.request("GET", "/me");
  const failure = await client.submissions.get(404404).catch((error) => [error.name, error.status, error.code]);
  const unreachable = await new Intray({ baseUrl: "http://127.0.0.1:1", apiKey, maxRetries: 0 }).me().catch((error) => error.kind);
  const handled = [];
  const summary = await runQueue({ client: new Intray({ baseUrl, apiKey: formKey }), handler: ({ id }) => void handled.push(id) });
  await client.close();
  return { payload_params, file: await new Response(body).text(), event: event.type, names, isJson: lines.every((line) => JSON.parse(line).id > 0),
    me: raw.body instanceof Uint8Array && raw.status, failure, unreachable, handled: handled.length, acked: summary.acked, end: summary.end.kind };
}`;

const RESULT = {
  payload_params: { name: "Zoë" },
  file: "%PDF-1.7",
  event: "submission.created",
  names: ["Zoë", "Ada"],
  isJson: true,
  me: 200,
  failure: ["ApiError", 404, "not_found"],
  unreachable: "connection",
  handled: 2,
  acked: 2,
  end: "drained",
};

const server = useApiServer();

async function newForm() {
  const { id } = await server.create("/forms", { name: "Edge" });
  return { form: id, formKey: await server.createKey({ form_id: id }) };
}

it("runs where there are only the globals of the web", async () => {
  const globals = Object.fromEntries(WEB_GLOBALS.map((name) => [name, globalThis[name]]));
  const context = createContext({ ...globals });
  runInContext(await bundle(WITH_QUEUE), context);
  expect(runInContext("typeof process + typeof Buffer + typeof require", context)).toBe(
    "undefined".repeat(3),
  );
  const program = runInContext(`(${PROGRAM})`, context) as (given: object) => Promise<unknown>;

  const result = await program({ baseUrl: server.url, apiKey: ACCOUNT_KEY, ...(await newForm()) });

  expect(result).toEqual(RESULT);
});

it.skipIf(isBrowserMissing())(
  "posts in Chromium to another origin, and reads by a form key",
  async () => {
    const [site, browser] = await Promise.all([openSite(), openBrowser()]);
    try {
      site.show("/", { html: "<!doctype html><title>App</title>" });
      const page = await browser.newPage();
      await page.goto(site.url);
      await page.addScriptTag({ content: await bundle(ALL) });
      const { form, formKey } = await newForm();

      const names = await page.evaluate(
        `(async () => {
          const client = new Intray({ baseUrl: ${JSON.stringify(server.url)}, apiKey: ${JSON.stringify(formKey)} });
          const { id } = await client.submissions.create(${form}, { name: "Grace" });
          const names = [(await client.submissions.get(id)).payload_params.name];
          for await (const one of client.submissions.list()) names.push(one.payload_params.name);
          const { name } = await client.forms.get(${form});
          return [...names, name];
        })()`,
      );

      expect(names).toEqual(["Grace", "Grace", "Edge"]);
    } finally {
      await browser.close();
      site.close();
    }
  },
);
