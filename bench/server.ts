// A server of ours for a bench, with forms and webhooks, on a database of its own.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProgram } from "../demo/program.ts";

const BIN = fileURLToPath(new URL("../packages/server/bin/intray-server.js", import.meta.url));
export const BENCH_KEY = "bench-key-bench-key-bench-key-bench-key";

export interface BenchServer {
  readonly url: string;
  /** The address that a new form is posted to; its webhook, if any, posts to `receiver`. */
  makeForm(receiver: string | undefined): Promise<string>;
  stop(): Promise<void>;
}

/** Default settings, but for where it may deliver to; on SQLite unless `settings` says otherwise. */
export async function startServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), "intray-bench-"));
  const program = startProgram("the server", [BIN], {
    INTRAY_PORT: "0",
    INTRAY_DATA_DIR: folder,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: BENCH_KEY,
    INTRAY_LOG_LEVEL: "error",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1",
    ...settings,
  });
  const url = (await program.line("listening on ")).replace("intray listening on ", "");
  const make = async (resource: string, body: unknown) => {
    const answer = await fetch(`${url}/api/v1/${resource}`, {
      method: "POST",
      headers: { authorization: `Bearer ${BENCH_KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${resource}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: number; readonly uuid: string };
  };
  return {
    url,
    async makeForm(receiver) {
      const form = await make("forms", { name: "Bench" });
      if (receiver !== undefined) {
        await make("form_webhooks", { form_id: form.id, name: "W", url: receiver });
      }
      return `${url}/f/${form.uuid}`;
    },
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
