// kill -9 of the server during 2,000 concurrent posts: every post answered 2xx exists after the restart.
import { Agent, request } from "undici";
import { afterEach, expect, it } from "vitest";
import type { Program } from "../../demo/program.ts";
import { startServerProgram } from "../harness/server-program.ts";
import { api, KEY } from "./server-api.ts";
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

it.each(KILL_AFTER)(
  "loses no acknowledged post when it is killed after %i responses",
  async (killAfter) => {
    const url = await start();
    const form = await api<{ id: number; uuid: string }>(url, "POST", "/forms", { name: "Crash" });
    for (const name of ["A", "B"]) {
      const webhook = { form_id: form.id, name, url: "http://127.0.0.1:9/" };
      await api(url, "POST", "/form_webhooks", webhook);
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

    const again = await start();
    const kept = new Set<number>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { submissions: { id: number }[]; meta: { next_cursor: string | null } } =
        await api(again, "GET", `/submissions?form_id=${form.id}&cursor=${cursor}`);
      for (const { id } of page.submissions) kept.add(id);
      cursor = page.meta.next_cursor;
    }
    const deliveries = new Map<number, number>();
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: {
        webhook_logs: { submission_id: number }[];
        meta: { next_cursor: string | null };
      } = await api(again, "GET", `/webhook_logs?form_id=${form.id}&cursor=${cursor}`);
      for (const { submission_id } of page.webhook_logs) {
        deliveries.set(submission_id, (deliveries.get(submission_id) ?? 0) + 1);
      }
      cursor = page.meta.next_cursor;
    }
    const lost = answered.filter((id) => !kept.has(id));
    const bare = [...kept].filter((id) => deliveries.get(id) !== 2);
    const { meta } = await api<{ meta: { inbox_count: number } }>(
      again,
      "GET",
      `/submissions?form_id=${form.id}`,
    );

    expect(answered.length).toBeGreaterThanOrEqual(killAfter);
    expect(answered.length).toBeLessThan(POSTS);
    expect(lost).toEqual([]);
    expect(bare).toEqual([]);
    expect(meta.inbox_count).toBe(kept.size);
  },
  60_000,
);
