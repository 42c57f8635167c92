import { useWorkbench, failed } from "../../test/workbench.ts";

const bench = await useWorkbench();
beforeEach(() => bench.server.fill(1));

const run = (line: string) => bench.run(...line.split(" "));

describe("a mistyped word", () => {
  it.each([
    ["submision list", "intray submissions list"],
    ["submissions lst", "intray submissions list"],
    ["submissions lst 5 --all", "intray submissions list"],
    ["subs exprot", "intray submissions export"],
    ["list submissions", "intray submissions list"],
    ["exprt", "intray submissions export"],
    ["help submision", "intray submissions"],
    ["webhooks refir", "intray webhooks refire"],
    ["refire", "intray deliveries refire or intray webhooks refire"],
    ["submissions list --formt json", "--format"],
    ["submissions list --base-ulr http://x", "--base-url"],
    ["submissions list --hepl", "--help"],
    ["submissions list --filter nw", "new"],
    ["webhooks create --format slak", "slack"],
    ["completion zhs", "zsh"],
    ["submissions list --columns id,creatd_at --format json", "created_at"],
    ["config set fromat json", "format"],
    ["config set queue.concurency 2", "queue.concurrency"],
    ["config set format jsn", "json"],
    ["ls", "intray submissions list, intray forms list or intray alerts list"],
    ["view 1", "intray submissions get, intray forms get or intray deliveries get"],
    ["--verison", "--version"],
  ])("in %s: did you mean %s?", async (line, meant) => {
    expect(await run(line)).toMatchObject(failed(2, `\nDid you mean ${meant}?`));
  });

  it.each([
    "xyzzyx",
    "submissions xyzzyx",
    "submissions list --xyzzyx",
    "submissions list --filter x9x9",
  ])("that is like no other is only reported: %s", async (line) => {
    const ended = await run(line);

    expect(ended).toMatchObject(failed(2, "x"));
    expect(ended.stderr).not.toContain("Did you mean");
  });

  it.each([
    ["forms list extra", "intray forms list does not take the extra argument extra."],
    ["forms delete 1 2", "This command does not take the extra argument 2."],
    ["forms delete", "The argument FORM is missing: Form, by id, uuid or name."],
    ["--formt=s3cret forms list", "There is no command before the flag --formt."],
    ["keys create", "The flag --name is missing."],
    ["submissions list --limit", "The flag --limit needs a value."],
    ["submissions list --limit ten", '--limit is "ten", which is not a whole number.'],
    ["submissions list --limit 0", "--limit is 0, and must be at least 1."],
  ])("%s names the argument", async (line, message) => {
    expect((await run(line)).stderr.split("\n")[0]).toBe(`intray: ${message}`);
  });

  it.each([
    ["version", "type intray --version."],
    ["config get form", "intray config list shows all settings."],
    ["queue show 42 --json", "type intray queue list ID."],
    ["webhooks logs --all", "type intray deliveries list --kind webhook."],
    ["queue run --form 3 ./handle", "Put the handler after --: "],
    ["deliveries progress --since 10m", "webhooks refire with --wait"],
    ["submissions list --unread", "type --filter new"],
    ["submissions export --fields id", "type --columns."],
    ["webhooks preview --template-file a --watch", "entr or watchexec"],
    ["api GET /me -f a=b", "type -F or --field"],
    ["queue run --shard 1/2 -- true", "machines share a queue with --claim."],
  ])("%s says what to type", async (line, now) => {
    expect(await run(line)).toMatchObject(failed(2, now));
  });

  it("is not needed behind the command: global flags may come before it", async () => {
    const [behind, before] = [
      await run("forms list --base-url http://[ --json"),
      await run("--base-url http://[ --json forms list"),
    ];

    expect(before).toEqual(behind);
    expect(before.code).toBe(2);
    expect(JSON.parse(before.stderr)).toMatchObject({ error: { code: "bad_base_url" } });
  });
});

describe("short names", () => {
  it("are completed like the long ones", async () => {
    const [long, short] = [
      await run("complete -- submissions list --fil"),
      await run("complete -- subs ls --fil"),
    ];

    expect(long.stdout).toContain("--filter");
    expect(short).toEqual(long);
  });
});
