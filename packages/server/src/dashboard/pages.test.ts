// Every page without a parameter in its path opens, and every entry of the menu leads to one.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardServer, startDashboard } from "../../test/dashboard.ts";
import { dashboardRoutes } from "./routes.ts";

let server: DashboardServer;
beforeAll(async () => {
  server = await startDashboard();
});
afterAll(() => server.close());

/** Answers without a page of their own: streams, files, fragments and redirects. */
const WITHOUT_PAGE = /^\/(?:events|assets|link|sign-in|welcome|inbox\/bulk)/;

const paths = [
  ...new Set(
    dashboardRoutes({} as never)
      .routes.filter(({ method, path }) => method === "GET" && !/[:*]/.test(path))
      .map(({ path }) => path)
      .filter((path) => !WITHOUT_PAGE.test(path)),
  ),
];

describe("the pages of the dashboard", () => {
  it("are found in the router", () => {
    expect(paths.length).toBeGreaterThan(8);
  });

  it.each(paths)("%s opens", async (path) => {
    const { status, text } = await server.ada.get(path);

    expect(status).toBe(200);
    expect(text).not.toBe("");
  });

  it("are all reached from the menu", async () => {
    const { text } = await server.ada.get("/");
    const menu = [...text.matchAll(/<a href="\/dashboard([^"?#]*)"/g)].map(
      (match) => match[1] ?? "",
    );

    for (const path of menu) {
      const { status } = await server.ada.get(path === "" ? "/" : path);

      expect([path, status]).toEqual([path, 200]);
    }
    expect(menu.length).toBeGreaterThan(8);
  });
});
