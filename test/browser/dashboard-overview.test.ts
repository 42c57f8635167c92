// The overview in a browser: tables without script, charts with script.
import type { Page } from "playwright-core";
import { useShared } from "../harness/use.ts";
import { inBrowser as it } from "./in-browser.ts";
import { openDashboard } from "./dashboard.ts";
import { layoutProblems, overflows } from "./page-checks.ts";

const DAY_MS = 86_400_000;

let page: Page;
const problems: string[] = [];
const dashboard = useShared(openDashboard);
beforeAll(async () => {
  const { server } = dashboard;
  await server.post("1", { name: "<script>alert(1)</script>", message: "x".repeat(5_000) });
  for (let n = 1; n < 30; n++) {
    const counted = { day: Math.floor(Date.now() / DAY_MS) - n, arrived: 10 + n, spam: 2 };
    await server.insert("submission_day", { form_id: 1, account_id: 1, ...counted });
  }
  const ended = { state: "succeeded", next_attempt_at: null, finished_at: 2 } as const;
  const { id: delivery_id } = await server.insert("delivery", { trigger: "test", ...ended });
  const attempt = { started_at: 5, duration_ms: 40, outcome: "succeeded" } as const;
  await server.insert("attempt", { delivery_id, ...attempt });
  page = await dashboard.signedIn();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push("A dialog opened.");
    void dialog.dismiss();
  });
});

const canvases = () => page.locator(".chart canvas");
const draw = async () => {
  await page.goto("/dashboard");
  await page.locator(".chart canvas").waitFor();
};

it("shows tables without script", async () => {
  const plain = await dashboard.signedIn({ javaScriptEnabled: false });
  await plain.goto("/dashboard");

  const table = plain.getByRole("table", { name: /Submissions per day/ });

  expect([await table.getByRole("row").count(), await table.isVisible()]).toEqual([31, true]);
  expect(await plain.locator("canvas").count()).toBe(0);
});

it("draws charts with script, above folded tables", async () => {
  await draw();
  const table = page.getByRole("table", { name: /Submissions per day/ });
  const wasVisible = await table.isVisible();

  await page.getByText("Submissions per day (UTC), last 30 days, as a table").click();

  expect([await canvases().count(), wasVisible, await table.isVisible()]).toEqual([1, false, true]);
  const drawn = await canvases()
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      const colors = new Set<string>();
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] === 255) colors.add([data[at], data[at + 1], data[at + 2]].join());
      }
      return [...colors];
    });
  // The accent and warning colors of the light scheme.
  expect([drawn, problems]).toEqual([expect.arrayContaining(["36,88,197", "138,83,0"]), []]);
});

it("shows totals in the legend until a bar is pointed at, and moves nothing while it draws", async () => {
  const shifts = await page.context().newPage();
  await shifts.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(Reflect.get(entry, "value") as number);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await shifts.goto("/dashboard");
  await shifts.locator(".chart canvas").waitFor();
  const legend = shifts.locator(".u-legend").first();

  // The submission of today may not be counted yet.
  expect(await legend.innerText()).toMatch(/all\s*Submissions:?\s*72[56]\s*Spam:?\s*58/);
  await shifts
    .locator(".chart .u-over")
    .first()
    .hover({ position: { x: 400, y: 100 } });
  await expect.poll(() => legend.innerText()).toMatch(/^Day:?\s*\d/);
  expect(await shifts.evaluate<number>("shifts.reduce((a, b) => a + b, 0)")).toBeLessThan(0.05);
  await shifts.close();
});

it("redraws charts when the color scheme changes", async () => {
  await page.emulateMedia({ colorScheme: "light" });
  await draw();

  await page.emulateMedia({ colorScheme: "dark" });

  await expect
    .poll(() =>
      page
        .locator(".u-legend .u-marker")
        .nth(1)
        .evaluate((one) => getComputedStyle(one).borderColor),
    )
    .toBe("rgb(157, 188, 255)");
});

it("resizes charts with the window, and is accessible with them", async () => {
  await page.setViewportSize({ width: 1_200, height: 800 });
  await draw();

  await page.setViewportSize({ width: 320, height: 640 });

  await expect
    .poll(async () => (await canvases().first().boundingBox())?.width ?? 999)
    .toBeLessThan(300);
  await expect.poll(() => overflows(page)).toBe(false);
  expect(await layoutProblems(page)).toEqual([]);
});
