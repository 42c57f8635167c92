import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { openShell } from "../../test/harness/shell.ts";

const SYNC = fileURLToPath(new URL("sync.js", import.meta.url));

it("copies new submissions, each once", async () => {
  await using shell = await openShell();
  const messages = () => {
    const database = new DatabaseSync(join(shell.folder, "copy.db"), { readOnly: true });
    try {
      return database.prepare("SELECT fields FROM submission ORDER BY id").all();
    } finally {
      database.close();
    }
  };
  const sync = () =>
    shell.run(process.execPath, ["--no-warnings", SYNC, join(shell.folder, "copy.db")]);
  await shell.post({ message: "first" });
  const first = await sync();
  await shell.post({ message: "second" });

  const second = await sync();

  expect([first, second].map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(messages()).toEqual([
    { fields: '[{"name":"message","value":"first"}]' },
    { fields: '[{"name":"message","value":"second"}]' },
  ]);
});
