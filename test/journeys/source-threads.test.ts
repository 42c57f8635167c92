// The threads of the store start from the source tree too, without a bundle and without a build. Elsewhere in the
// tests they start from bundles.
import { writeFileSync } from "node:fs";
import { runProgram } from "../../demo/program.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";

const STORE = new URL("../../packages/server/src/store/open-store.ts", import.meta.url).href;
const CONDITION = "--conditions=@intray/source";

const folder = useEach(openFolder);

it.each([[[CONDITION]], [[]]])("write and read in a process with the flags %j", async (flags) => {
  const program = `
    const { openStore } = await import(${JSON.stringify(STORE)});
    const threads = [];
    process.on("worker", () => threads.push(threads.length));
    const store = await openStore({
      database: { kind: "sqlite", file: ${JSON.stringify(folder.at("intray.db"))} },
      encryptionKeys: [Buffer.alloc(32, 7)],
      sendable: ["webhook"],
      clock: { after: () => () => {} },
      log: { info() {}, warn() {} },
      onDeath(error) { throw error; },
    });
    const before = await store.reads.hasAccount({});
    await store.writes.firstStart({
      form_uuid: "00000000000a", key_hash: Buffer.alloc(32, 1), key_prefix: "itk_acct_", now: 1_000,
    });
    const after = (await store.reads.listFormNames({ account_id: 1 })).length > 0;
    await store.close();
    console.log(JSON.stringify({ before, after, threads: threads.length }));`;

  const file = folder.at("program.mjs");
  writeFileSync(file, program);

  const { code, stdout, stderr } = await runProgram([...flags, file], {});

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({ before: false, after: true, threads: 2 });
});
