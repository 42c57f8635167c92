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
});
