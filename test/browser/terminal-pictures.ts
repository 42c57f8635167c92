// Takes the pictures of `intray inbox`: runs it on a pseudo-terminal, and shows what it draws as a page.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { html, raw } from "hono/html";
import type { Browser } from "playwright-core";
import { lastFrame, openTerminal } from "../../packages/cli/test/terminal.ts";

const FOLDER = fileURLToPath(new URL("../../docs/use/inbox/", import.meta.url));

/** Each on the screen after the keys, once it shows the text. */
const PICTURES = [
  { name: "list", keys: "jejxjxj", shows: "2 selected" },
  { name: "reading", keys: "\r", shows: "Received" },
] as const;

export async function takeInbox(browser: Browser, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  await using terminal = await openTerminal(["inbox"], { columns: 110, rows: 30, env });
  const isShown = (text: string) =>
    terminal.until((written) => lastFrame(written).some((row) => row.includes(text)));
  await isShown("❯");
  for (const { name, keys, shows } of PICTURES) {
    terminal.type(keys);
    await isShown(shows);
    await page.setContent(await pageOf(lastFrame(terminal.written)));
    await page.locator("pre").screenshot({ path: join(FOLDER, `${name}.png`) });
  }
  terminal.type("q");
  await terminal.end();
}

/** The parameters of SGR (ECMA-48) that the inbox uses. */
const STYLES: Readonly<Record<string, string>> = {
  1: "font-weight: bold",
  2: "opacity: 0.6",
  32: "color: #7ec699",
  33: "color: #e5c07b",
  36: "color: #56c8d8",
};
const OFF: Readonly<Record<string, readonly string[]>> = { 22: ["1", "2"], 39: ["32", "33", "36"] };

async function pageOf(rows: readonly string[]): Promise<string> {
  const on = new Set<string>();
  const parts = rows.join("\n").split(/\u001B\[(\d+)m/); // oxlint-disable-line no-control-regex
  const spans = parts.map(async (part, at) => {
    if (at % 2 === 0)
      return html`<span style="${[...on].map((one) => STYLES[one]).join(";")}">${part}</span>`;
    const off = OFF[part];
    for (const one of off ?? [part]) on.delete(one);
    // The last color of a style counts.
    if (off === undefined) on.add(part);
    return "";
  });
  const style =
    "display: inline-block; padding: 12px 16px; background: #16181d; color: #dcdfe4; font: 14px/1.35 monospace";
  return String(
    await html`<pre style="${style}">${raw((await Promise.all(spans)).join(""))}</pre>`,
  );
}
