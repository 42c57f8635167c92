import { startApiServer } from "../../test/api-server.ts";

it.each([
  ["https://forms.example.org", "365", "max-age=31536000"],
  ["https://forms.example.org", "0", null],
  ["http://forms.example.org", "365", null],
])("%s with INTRAY_HSTS_DAYS=%s sends %s", async (INTRAY_PUBLIC_URL, INTRAY_HSTS_DAYS, header) => {
  const server = await startApiServer({ INTRAY_PUBLIC_URL, INTRAY_HSTS_DAYS });
  onTestFinished(() => server.close());

  const answer = await fetch(`${server.url}/api/v1/openapi.json`);

  expect(answer.headers.get("strict-transport-security")).toBe(header);
});
