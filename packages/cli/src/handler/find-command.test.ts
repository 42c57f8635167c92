import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requireCommand } from "./find-command.ts";
import { useFolder } from "../../test/workbench.ts";

const folder = await useFolder();
beforeEach(async () => {
  await writeFile(join(folder, "plain"), "");
  await writeFile(join(folder, "handle"), "#!/bin/sh\n");
  await chmod(join(folder, "handle"), 0o755);
});

it.each([
  ["a program in PATH", "handle"],
  ["a program by its path", join(folder, "handle")],
])("accepts %s", async (_, command) => {
  await expect(requireCommand(command, `/nowhere:${folder}`)).resolves.toBeUndefined();
});

it.each([
  ["that is missing", "./missing", "there is no such command"],
  ["that is not in PATH", "missing", "there is no such command"],
  ["that is a folder", folder, "there is no such command"],
  ["that may not be executed", join(folder, "plain"), "it may not be executed"],
])("refuses a command %s with 78", async (_, command, why) => {
  const checked = requireCommand(command, folder);

  await expect(checked).rejects.toMatchObject({ exit: 78, code: "handler_missing" });
  await expect(checked).rejects.toThrow(why);
});
