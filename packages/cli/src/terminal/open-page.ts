/** Opens a page in the browser. */
import { spawn } from "node:child_process";
import process from "node:process";

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};

/**
 * Starts the browser without waiting for it. Resolves with false if it cannot be started.
 *
 * @param browser The program of BROWSER, else that of the system.
 */
export function openPage(url: string, browser: string | undefined): Promise<boolean> {
  const [command, ...args] =
    browser === undefined ? (OPENERS[process.platform] ?? ["xdg-open"]) : [browser];
  const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
