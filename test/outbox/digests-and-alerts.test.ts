// Digests and alerts by several processes, of which some are killed: two on PostgreSQL, one on SQLite.
import { useEach } from "../harness/use.ts";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { createRows } from "../../packages/server/test/store/rows.ts";
import { type Form, openScene } from "./scene.ts";

/** Each has a digest that is due, and a webhook that has failed for so long that an alert is due. */
const FORMS = 12;
const FAILING_MS = 3_600_000;
/** Leases of a killed process end, and others look for alerts every 15 s. */
const PATIENCE = { interval: 20 };

const relay = useEach(startRelay);
const scene = useEach(() =>
  openScene(isOnPostgres ? 2 : 1, {
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_MAIL_CONFIRM: "false",
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9",
    INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
  }),
);
beforeEach(() => scene.insert("login", { email: "ada@example.org" }));

/** Makes the forms, whose digests and alerts are due at the same moment. */
async function makeDue(): Promise<void> {
  for (let n = 1; n <= FORMS; n += 1) {
    const form = await scene.api<Form>("POST", "/forms", {
      name: `Form ${n}`,
      notification_emails: "carl@example.org",
      notification_schedule: "daily",
    });
    await scene.post(form, n, { message: `Message to form ${n}` });
    // After the post, so that nothing is sent to it.
    const webhook = { form_id: form.id, name: `Webhook ${n}`, url: "http://127.0.0.1:9/" };
    await scene.api("POST", "/form_webhooks", webhook);
  }
  const now = Date.now();
  await scene.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("digest")
      .set(({ eb }) => ({ due_at: now, planned_at: now - 1, version: eb("version", "+", 1) }))
      .execute();
    const failing = { failing_since: now - FAILING_MS };
    await createRows(transaction).update("webhook", failing, { kind: "webhook" });
  });
}

/** The messages that the relay has received of a kind, by their subjects. */
const received = (kind: "digest" | "alert") => {
  const subject =
    kind === "digest" ? /^Subject: (Form \d+): 1 new/m : /^Subject: Webhook fails: (.*)\r$/m;
  return relay.messages.flatMap(({ raw }) => {
    const [, about] = subject.exec(raw.toString()) ?? [];
    return about === undefined ? [] : [{ about, raw: raw.toString("latin1") }];
  });
};
const firstOf = (kind: "digest" | "alert") =>
  vi.waitUntil(() => received(kind).length > 0, PATIENCE);

/** The deliveries of a kind by their states, once there are `count` and all have ended. */
const ended = async (trigger: "digest" | "alert", count: number): Promise<readonly string[]> =>
  vi.waitFor(async () => {
    const states = (await scene.rows("delivery", ["state"], { trigger })).map(({ state }) => state);
    expect(states.filter((state) => state !== "queued" && state !== "delivering")).toHaveLength(
      Math.max(count, states.length),
    );
    return states;
  }, PATIENCE);

/** A digest for each form, and one message about all webhooks that fail. */
const ALL_SUCCEEDED = [Array<string>(FORMS).fill("succeeded"), ["succeeded"]];
/** One webhook by its name, and the number of the others. */
const ALL_FAIL = new RegExp(`^Webhook \\d+ \\(\\+${FORMS - 1}\\)$`);

it("after kills each is sent once, or the same message is repeated", async () => {
  await makeDue();

  await firstOf("digest");
  await scene.kill(1);
  await scene.start(1);
  await firstOf("alert");
  await scene.kill(1);
  await scene.start(1);
  const states = [await ended("digest", FORMS), await ended("alert", 1)];

  expect(states).toEqual(ALL_SUCCEEDED);
  for (const kind of ["digest", "alert"] as const) {
    const count = kind === "digest" ? FORMS : 1;
    const different = new Set(received(kind).map(({ raw }) => raw));
    expect(new Set(received(kind).map(({ about }) => about)).size).toBe(count);
    expect(different.size).toBe(count);
  }
  expect(received("alert")[0]?.about).toMatch(ALL_FAIL);
});
