// Automatic answers by processes that are killed: two on PostgreSQL, one on SQLite.
// mail/replies.test.ts lets processes race for the right to answer.
import { useEach } from "../harness/use.ts";
import { isOnPostgres } from "../../packages/server/test/database.ts";
import { startRelay } from "../../packages/server/test/mail/relay.ts";
import { type Form, openScene } from "./scene.ts";

const PROCESSES = isOnPostgres ? 2 : 1;
const PATIENCE = { interval: 50 };

const relay = useEach(startRelay);
const scene = useEach(() =>
  openScene(PROCESSES, {
    INTRAY_SMTP_URL: relay.url,
    INTRAY_MAIL_FROM: "forms@intray.test",
    INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
  }),
);

const allEnded = () =>
  vi.waitFor(async () => {
    const rows = await scene.rows("delivery", ["state", "reason"]);
    const all = rows.map(({ state, reason }) => reason ?? state);
    expect(all.filter((one) => one === "queued" || one === "delivering")).toEqual([]);
    return all;
  }, PATIENCE);

it("gives one answer after a kill between the decision and the mail", async () => {
  const form = await scene.api<Form>("POST", "/forms", { name: "Answers", autoreply: true });
  const post = (n: number, email: string) =>
    scene.post(form, n, { email, message: `This is message ${n}.` });
  relay.behavior.isSilent = true;
  await post(0, "grace@example.org");
  await vi.waitFor(async () => {
    const bodies = await scene.db.selectFrom("delivery_body").select("webhook_id").execute();
    expect(bodies).toHaveLength(1);
    expect(relay.connections()).toBeGreaterThan(0);
  }, PATIENCE);

  await scene.kill(PROCESSES);
  relay.behavior.isSilent = false;
  await scene.start(PROCESSES);
  await post(1, "Grace@Example.org");

  expect(await allEnded()).toEqual(["succeeded", "answered_recently"]);
  expect(relay.messages).toHaveLength(1);
});
