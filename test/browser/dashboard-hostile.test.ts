// A submission full of attacks: nothing runs, and the page keeps its layout.
import { beforeAll, describe, expect, it } from "vitest";
import { useShared } from "../harness/use.ts";
import { isBrowserMissing } from "./chromium.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems, overflows } from "./page-checks.ts";

describe.skipIf(isBrowserMissing())("a hostile submission in a browser", () => {
  const dashboard = useShared(openDashboard);
  beforeAll(async () => {
    await dashboard.server.create("/form_webhooks", {
      form_webhook: {
        form_id: 1,
        name: "<img src=x onerror=window.ran=1>",
        url: "http://127.0.0.1:9/",
      },
    });
  });

  it("runs no script and keeps the layout", async () => {
    const page = await dashboard.signedIn();
    const problems: string[] = [];
    page.on("dialog", (dialog) => {
      problems.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("popup", () => problems.push("popup"));
    const id = await dashboard.server.post("1", hostile());

    await page.goto(`/dashboard/submissions/${id}`);
    await page.getByRole("button", { name: "Done", exact: true }).waitFor();
    expect(await layoutProblems(page)).toEqual([]);
    for (const address of ["/dashboard/deliveries", `/dashboard/submissions/${id}?whole=yes`]) {
      await page.goto(address);
      await page.evaluate(
        `for (const fold of document.querySelectorAll("details")) fold.open = true`,
      );
      for (const width of [320, 1_200]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflows(page)).toBe(false);
      }
    }
    const links = await page
      .locator("main a")
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /drawing/ }).click();
    const saved = await download;

    expect(problems).toEqual([]);
    expect(await page.evaluate("window.ran")).toBeUndefined();
    expect(links.filter((link) => !/^(?:https?|mailto):/.test(link))).toEqual([]);
    expect(await page.locator("main svg, main script, main iframe, main .mine").count()).toBe(0);
    expect(saved.suggestedFilename()).toMatch(/^drawing.*\.svg$/);
    // Direction overrides are shown as text.
    const values = await page.locator(".values").innerText();
    expect(values).toContain("before [RLO][RLI][PDI][PDI] reversed");
    expect(values).toMatch(/after\[RLO\]\s+after the override/);
    expect(values.length).toBeGreaterThan(1_000_000);
  });
});

/** Attacks on pages that show untrusted text. */
function hostile(): FormData {
  const attacks = [
    `<script>window.ran = 1; alert(1)</script>`,
    `"><img src=x onerror="window.ran = 1">`,
    `'><svg onload="window.ran = 1" class="mine">`,
    `</textarea></title></style></pre><script>window.ran = 1</script>`,
    `<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>`,
    `<style>body { display: none }</style><base href="https://evil.example/">`,
    `javascript:window.ran=1`,
    `https://evil.example/"onmouseover="window.ran=1`,
    `{{constructor.constructor('window.ran=1')()}} \${window.ran=1}`,
    `=HYPERLINK("https://evil.example","x")`,
    `+1+cmd|' /C calc'!A0`,
    `@SUM(1+1)*cmd`,
  ];
  const body = new FormData();
  body.set("email", `"<script>window.ran=1</script>"@example.org`);
  for (const [n, attack] of attacks.entries()) {
    body.set(`field ${n} ${attack}`, attack);
    body.append("list[]", attack);
  }
  body.set("direction", "before \u202e\u2067\u2069\u2069 reversed");
  body.set("after\u202e", "after the override");
  body.set("marks", `Z${"\u0351\u0363\u0489".repeat(300)}`);
  body.set("one word", "W".repeat(20_000));
  body.set("wide", "\ufdfd".repeat(2_000));
  body.set("tabs", "\t".repeat(1_000));
  body.set("lines", "\n".repeat(1_000));
  for (let n = 0; n < 5; n += 1) body.set(`long ${n}`, "<b>&\"'long</b> ".repeat(14_000));
  body.set("_source_url", "https://example.org/?utm_source=%3Cscript%3Ewindow.ran=1%3C/script%3E");
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>`;
  body.append("file", new File([drawing], `drawing".svg`, { type: "image/svg+xml" }));
  body.append("file", new File([drawing], "not a.png", { type: "image/png" }));
  body.append(
    "file",
    new File([drawing], `<img src=x onerror=alert(1)>.html`, { type: "text/html" }),
  );
  return body;
}
