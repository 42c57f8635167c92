/** Questions on a pseudo-terminal that are left without an answer. */
import { hasTerminal } from "../../test/run-cli.ts";
import { CTRL_C, openTerminal } from "../../test/terminal.ts";
import { useWorkbench } from "../../test/workbench.ts";

const bench = await useWorkbench();
const CTRL_D = "\u0004";

describe.skipIf(!hasTerminal).each([
  ["[y/N]", ["webhooks", "delete", "3"]],
  ["API key for", ["auth", "login"]],
])("the question %s", (question, args) => {
  it.each([
    ["Ctrl-C", CTRL_C],
    ["Ctrl-D", CTRL_D],
  ])("that %s ends says that nothing was done", async (_, key) => {
    await using terminal = openTerminal(args, { env: bench.env });
    await terminal.until((written) => written.includes(question));

    terminal.type(key);
    const { code, rows } = await terminal.end();

    expect([code, rows.at(-2), bench.server.seen]).toEqual([130, "intray: Nothing was done.", []]);
  });
});
