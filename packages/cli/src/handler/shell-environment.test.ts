import { describe, expect, it } from "vitest";
import { isFaithful } from "./shell-environment.ts";

const isLinux = process.platform === "linux";

describe.runIf(isLinux)("bash hands an environment on", () => {
  it.each([
    ["that is nearly empty", { ONE: "1" }],
    ["with what shells set for themselves", { PWD: "/nowhere", OLDPWD: "it's", SHLVL: "7" }],
    ["with names that are no shell's", { "we ird": "1", "BASH_FUNC_x%%": "() { :; }", é: "é" }],
    ["with lines and quotes", { A: "one\ntwo\t'three' \"four\" $(five) \\" }],
  ])("%s", async (_what, environment) => {
    expect(await isFaithful(environment)).toBe(true);
  });

  it.each([
    ["counts on by itself", { RANDOM: "3" }],
    ["takes for its own time to wait", { TMOUT: "1" }],
    ["runs before all else", { BASH_ENV: "/dev/null" }],
  ])("but for what it %s", async (_what, environment) => {
    expect(await isFaithful(environment)).toBe(false);
  });
});
