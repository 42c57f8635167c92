import { describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench } from "../../../test/workbench.ts";

const bench = await useWorkbench();

const run = (...args: string[]) => runCli(["forms", ...args], { env: bench.env });

describe("forms create", () => {
  it("prints the address to post to, and the record for --json", async () => {
    const flags = ["--name", "Contact", "--allowed-domain", "a.test", "--allowed-domain", "b.test"];

    const [text, json] = [await run("create", ...flags), await run("create", ...flags, "--json")];

    expect(text).toEqual({
      code: 0,
      stderr: "",
      stdout: `id\t1\nuuid\t0123456789ab\nname\tContact\naction\t${bench.server.url}/f/0123456789ab\n`,
    });
    const action_url = `${bench.server.url}/f/0123456789ab`;
    expect(JSON.parse(json.stdout)).toMatchObject({ uuid: "0123456789ab", action_url });
    expect(JSON.parse(bench.server.seen[0]?.body ?? "")).toEqual({
      name: "Contact",
      allowed_domains: ["a.test", "b.test"],
    });
  });

  it("requires a name", async () => {
    expect(await run("create")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("forms list", () => {
  it("lists forms with their counts", async () => {
    const form = {
      id: 3,
      uuid: "0123456789ab",
      name: "A\tB",
      unread_count: 2,
      inbox_count: 5,
      spam_count: 1,
      created_at: "2026-01-01T00:00:00.000Z",
    };
    const meta = { count: 1, page: 1, per_page: 100, next_cursor: null };
    bench.server.answer("GET /forms", { forms: [form], meta });

    const ended = await run("list");

    expect(ended.stdout).toBe("3\t0123456789ab\tA\\tB\t2\t5\t1\t2026-01-01T00:00:00.000Z\n");
  });
});
