/** The context of a command of `intray-server` that a test calls in its own process. */
import type { CommandContext } from "../../src/admin/command.ts";
import type { Config } from "../../src/config/config.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";

/** By default what is printed is dropped, and there is no terminal to ask for passwords. */
export const commandContext = (config: Config, over: Partial<CommandContext> = {}) => ({
  config,
  settingWarnings: [],
  program: [],
  clock: systemClock,
  random: systemRandom,
  print: () => undefined,
  printInfo: () => undefined,
  askPassword: () => Promise.reject(new Error("There is no terminal.")),
  ...over,
});
