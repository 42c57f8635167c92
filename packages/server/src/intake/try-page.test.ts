import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.close());

it("the sample form has the security headers of the other hosted pages", async () => {
  const [shown, missing, hosted] = await Promise.all([
    fetch(`${server.url}/try/1`),
    fetch(`${server.url}/try/000000000000`, { headers: { accept: "text/html" } }),
    fetch(`${server.url}/f/1`, {
      method: "POST",
      body: new URLSearchParams({ message: "hello" }),
      headers: { accept: "text/html" },
    }),
  ]);
  const security = ({ headers }: Response) =>
    ["content-security-policy", "x-content-type-options", "cache-control", "content-type"].map(
      (name) => headers.get(name),
    );

  expect([shown.status, missing.status, hosted.status]).toEqual([200, 404, 200]);
  expect(await shown.text()).toContain("<form");
  expect(security(hosted)).not.toContain(null);
  expect(security(shown)).toEqual(
    security(hosted).map((value) => value?.replace("frame-ancestors *", "frame-ancestors 'none'")),
  );
  expect(security(missing)).toEqual(security(hosted));
  expect(shown.headers.get("x-request-id")).toMatch(/./);
});
