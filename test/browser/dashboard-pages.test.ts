// Every page of the dashboard, found in the router, with long and hostile names: accessible, and as wide as its window.
import { useShared } from "../harness/use.ts";
import { openPages } from "../../packages/server/test/dashboard-pages.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { axeViolations, overflows } from "./page-checks.ts";

/** As long as names of templates may be, with markup and a character that reorders text. */
const HOSTILE = ` \u202E</textarea><script>window.ran = 1</script>${"W".repeat(40)}`;

const paths: string[] = [];
const dashboard = useShared(() =>
  openDashboard({
    INTRAY_RATE_LIMIT: "off",
    INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
    INTRAY_MAIL_FROM: "forms@example.org",
  }),
);
beforeAll(async () => {
  const { server } = dashboard;
  const kind = "webhook_failing";
  const names = { webhook: "Long".repeat(30), form: HOSTILE };
  const detail = JSON.stringify({ kind, ...names, last_error: "HTTP 500" });
  await server.insert("alert", { account_id: 1, kind, subject_id: 7, detail });
  paths.push(`/submissions/${await server.post("1", hostile())}`);
  for (const path of await openPages(server, HOSTILE)) {
    const { text } = await server.ada.get(path);
    // The others are files, and parts that scripts load.
    if (/^<!doctype html>/i.test(text)) paths.push(path);
  }
});

it.each([
  [320, "light", true],
  [768, "light", false],
  [1_200, "dark", true],
  [1_920, "dark", false],
] as const)("fits into %i px, is accessible in %s mode, and runs nothing", async (...about) => {
  const [width, colorScheme, hasAxe] = about;
  const page = await dashboard.signedIn({ colorScheme, viewport: { width, height: 800 } });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  for (const path of paths) {
    await page.goto(`/dashboard${path}`);
    await page.evaluate(`for (const one of document.querySelectorAll("details")) one.open = true`);
    if (await overflows(page)) problems.push(`${path} is too wide`);
    if (hasAxe) problems.push(...(await axeViolations(page)).map((one) => `${path}: ${one}`));
    if ((await page.evaluate("window.ran")) !== undefined) problems.push(`${path} ran a script`);
  }

  expect(paths.length).toBeGreaterThan(20);
  expect(problems).toEqual([]);
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
  body.set("name", "W".repeat(3_000));
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
