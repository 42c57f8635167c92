// kill -9 between a post's commit and its response: repeated with the same key it is one submission.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  freshDatabase,
  type FreshDatabase,
  settingsFor,
} from "../../packages/server/test/database.ts";
import type { ChildPoint, FromChild } from "./delivery-points.ts";
import { api, KEY } from "./server-api.ts";

const CHILD = fileURLToPath(new URL("server-child.ts", import.meta.url));

let fresh: FreshDatabase;
let server: ChildProcess;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  }
  await fresh.drop();
});

/** @param point Where the server kills itself, the first time that it reaches it. */
async function start(point: ChildPoint): Promise<string> {
  server = fork(CHILD, [point, "1"], {
    env: {
      ...process.env,
      INTRAY_PORT: "0",
      ...settingsFor(fresh),
      INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    server.on("message", (message: FromChild) => {
      if (message.kind === "ready") resolve(message.url);
    });
    server.once("exit", (code, signal) => reject(new Error(`ended early: ${code ?? signal}`)));
  });
}

it("stores a repeated post once, and answers with its id", async () => {
  const url = await start("after the intake commit");
  const form = await api<{ id: number; uuid: string }>(url, "POST", "/forms", { name: "Crash" });
  const post = (to: string) =>
    request(`${to}/f/${form.uuid}.json`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": "the-key-of-this-post",
      },
      body: "message=hello",
    });
  const gone = once(server, "exit");

  await expect(post(url)).rejects.toThrow(/other side closed|ECONNRESET/);
  await gone;
  const again = await start("none");
  const answer = await post(again);

  const { submissions } = await api<{ submissions: { id: number; spam: boolean }[] }>(
    again,
    "GET",
    `/submissions?form_id=${form.id}&unread=true`,
  );
  expect(answer.statusCode).toBe(200);
  expect(submissions).toMatchObject([{ spam: false }]);
  expect(await answer.body.json()).toMatchObject({ success: true, id: submissions[0]?.id });
}, 20_000);
