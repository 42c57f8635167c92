// kill -9 of the server during 2,000 concurrent posts: every post answered 2xx exists after the restart.
import { Intray } from "@intray/sdk";
import { Agent, request } from "undici";
import type { Program } from "../../demo/program.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { KEY } from "./server-api.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const POSTS = 2_000;
const KILL_AFTER = [1, 600];

const folder = useEach(openFolder);
let server: Program;
afterEach(async () => {
  await server.stop("SIGKILL");
});

async function start(): Promise<string> {
  server = startServerProgram({
    INTRAY_DATA_DIR: folder.path,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_RATE_LIMIT: "off",
    // Nothing listens there: each delivery waits in the log for its retry.
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9",
    INTRAY_RETRY_SCHEDULE: "1h",
  });
  return server.url();
}

function clientOf(baseUrl: string): Intray {
  const client = new Intray({ baseUrl, apiKey: KEY });
  onTestFinished(() => client.close());
  return client;
}

it.each(KILL_AFTER)(
  "loses no acknowledged post when it is killed after %i responses",
  async (killAfter) => {
    const url = await start();
    const client = clientOf(url);
    const form = await client.forms.create({ name: "Crash" });
    for (const name of ["A", "B"]) {
      await client.webhooks.create({ form_id: form.id, name, url: "http://127.0.0.1:9/" });
    }
    const answered: number[] = [];
    const dispatcher = new Agent({ connections: 64 });
    const posts = Array.from({ length: POSTS }, async (_, n) => {
      const { statusCode, body } = await request(`${url}/f/${form.uuid}.json`, {
        dispatcher,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `n=${n}&message=hello`,
      });
      const { id } = (await body.json()) as { id: number };
      if (statusCode !== 200) return;
      answered.push(id);
      if (answered.length === killAfter) void server.stop("SIGKILL");
    });
    await Promise.allSettled(posts);
    await dispatcher.destroy();
    await server.stop("SIGKILL");

    const again = clientOf(await start());
    const inForm = { form_id: form.id, per_page: 100 };
    const kept = new Set<number>();
    for await (const { id } of again.submissions.list(inForm)) kept.add(id);
    const deliveries = new Map<number | null, number>();
    for await (const { submission_id } of again.webhookLogs.list(inForm)) {
      deliveries.set(submission_id, (deliveries.get(submission_id) ?? 0) + 1);
    }
    const lost = answered.filter((id) => !kept.has(id));
    const bare = [...kept].filter((id) => deliveries.get(id) !== 2);
    const { meta } = await again.submissions.list(inForm);

    expect(answered.length).toBeGreaterThanOrEqual(killAfter);
    expect(answered.length).toBeLessThan(POSTS);
    expect(lost).toEqual([]);
    expect(bare).toEqual([]);
    expect(meta.inbox_count).toBe(kept.size);
  },
  60_000,
);
