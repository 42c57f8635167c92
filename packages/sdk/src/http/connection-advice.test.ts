import { adviceFor } from "./connection-advice.ts";

it.each([
  ["ENOTFOUND", undefined, "check its spelling in the base URL"],
  ["EAI_AGAIN", "http://proxy.test:3128", "check the base URL, the proxy http://proxy.test:3128"],
  ["ECONNREFUSED", undefined, "Check the base URL, and that the server is running."],
])("says for %s with the proxy %s what to check", (code, proxy, advice) => {
  expect(adviceFor(code, { proxy, isProxys: false })).toContain(advice);
});
