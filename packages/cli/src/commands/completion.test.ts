import { spawnSync } from "node:child_process";
import { runCli, runShell } from "../../test/run-cli.ts";
import { useWorkbench, failed } from "../../test/workbench.ts";

const bench = await useWorkbench();
beforeEach(() => {
  bench.server.answer("GET /forms", {
    forms: [
      { id: 3, name: "Contact" },
      { id: 31, name: "Jobs\tand\nmore" },
    ],
    meta: { count: 2, page: 1, per_page: 100, next_cursor: null },
  });
});

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");

const inBash = async (...words: string[]) => {
  const ended = await runShell(
    `intray() { $INTRAY "$@"; }; source <(intray completion bash)
     COMP_WORDS=(intray ${quoted(words)}); COMP_CWORD=${words.length}; _intray
     printf '%s\\n' "\${COMPREPLY[@]}"`,
    { env: bench.env },
  );
  expect(ended.stderr).toBe("");
  return ended.stdout.trimEnd().split("\n");
};

it("completes commands, flags and their values in bash", async () => {
  expect(await inBash("submissions", "li")).toEqual(["list"]);
  expect(await inBash("submissions", "list", "--filt")).toEqual(["--filter"]);
  expect(await inBash("submissions", "list", "--filter", "=", "sp")).toEqual(["spam"]);
});

it("completes forms from the server", async () => {
  expect(await inBash("submissions", "list", "--form", "")).toEqual([
    "3  (Contact)",
    "31  (Jobs and more)",
  ]);
  expect(await inBash("submissions", "list", "--form", "con")).toEqual(["3"]);
});

it("offers nothing and prints no error when the server cannot be reached", async () => {
  const ended = await runCli(["complete", "--", "submissions", "list", "--form", ""], {
    env: { ...bench.env, INTRAY_BASE_URL: "http://127.0.0.1:9" },
  });

  expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
});

it.skipIf(!has("fish"))("completes in fish", async () => {
  const script = `function intray; eval $INTRAY (string escape -- $argv); end; intray completion fish | source; complete --do-complete 'intray submissions list --form '`;

  const ended = await runShell(`fish -c "$SCRIPT"`, { env: { ...bench.env, SCRIPT: script } });

  expect(ended.stdout.split("\n")).toContain("3\tContact");
});

it.skipIf(!has("zsh"))("prints a script that zsh accepts", async () => {
  const script = `autoload -Uz compinit && compinit -D; source <(eval $INTRAY completion zsh); print \${_comps[intray]}`;

  const ended = await runShell(`zsh -fc "$SCRIPT"`, { env: { ...bench.env, SCRIPT: script } });

  expect(ended).toMatchObject({ code: 0, stdout: "_intray\n", stderr: "" });
});

it("names the supported shells", async () => {
  expect(await bench.run("completion", "tcsh")).toMatchObject(
    failed(2, "bash, zsh, fish, powershell"),
  );
});
