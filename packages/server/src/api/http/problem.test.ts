// An unexpected error: a sentence in the response, the whole error in the log, and an API key in neither.
import { pino } from "pino";
import { useEach } from "../../../../../test/harness/use.ts";
import { ACCOUNT_KEY } from "../../../test/api-server.ts";
import { freshDatabase, settingsFor } from "../../../test/database.ts";
import { startTestServer } from "../../../test/test-server.ts";
import { openStore } from "../../store/open-store.ts";

let logged: string;
const fresh = useEach(freshDatabase);
const server = useEach(() => {
  logged = "";
  const settings = { ...settingsFor(fresh), INTRAY_BOOTSTRAP_ACCOUNT_KEY: ACCOUNT_KEY };
  return startTestServer(settings, {
    log: pino({ level: "debug" }, { write: (line) => void (logged += line) }),
    openStore: async (options) => {
      const store = await openStore(options);
      const listProjects = () => Promise.reject(new Error("listProjects is broken"));
      const readEvents = () => Promise.reject(new Error("readEvents is broken"));
      return { ...store, reads: { ...store.reads, listProjects, readEvents } };
    },
  });
});

it("answers an unexpected error with the request id and logs it, without the key", async () => {
  const url = `${server.url}/api/v1/projects?api_token=${ACCOUNT_KEY}`;
  const answer = await fetch(url, { headers: { referer: url } });

  const body = (await answer.json()) as { readonly request_id: string };
  expect([answer.status, body]).toMatchObject([500, { code: "internal" }]);
  expect(logged).toContain("listProjects is broken");
  expect(logged).toContain(body.request_id);
  expect(logged + JSON.stringify([body, ...answer.headers])).not.toContain(ACCOUNT_KEY);
});

it("ends an event stream on an unexpected error and logs it, without the key", async () => {
  const answer = await fetch(`${server.url}/api/v1/events?api_token=${ACCOUNT_KEY}`);

  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toMatch(/^retry: 3000\n/);
  expect(logged).toContain("readEvents is broken");
  expect(logged + text).not.toContain(ACCOUNT_KEY);
});
