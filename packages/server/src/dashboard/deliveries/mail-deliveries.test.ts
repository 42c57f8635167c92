// Deliveries by e-mail on the pages of the dashboard.
import { useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;

describe("a delivery by e-mail", () => {
  const server = useDashboard();
  let recipient: number;
  let submission: number;
  let delivery: number;
  const insert = async (statement: string) => {
    const [row] = (await server.sql(statement)) as { id: number }[];
    return row?.id ?? 0;
  };
  beforeAll(async () => {
    submission = await server.post("1", new URLSearchParams({ a: "1" }));
    recipient = await insert(`insert into webhook (kind, account_id, form_id, name, url,
      trigger_when_spam, enabled, recipient_role, created_at, updated_at)
      values ('email', 1, 1, 'Ada', 'mailto:ada@example.org', 0, 1, 'to', 1, 1) returning id`);
    delivery = await insert(`insert into delivery (account_id, form_id, submission_id, webhook_id,
      webhook_name, url, "trigger", state, reason, attempts_made, claims, finished_at, created_at)
      values (1, 1, ${submission}, ${recipient}, 'Ada ${HOSTILE}', 'mailto:ada@example.org',
        'refire', 'exhausted', 'smtp_550', 1, 1, 2, 1) returning id`);
    await server.sql(`insert into attempt (delivery_id, number, started_at, duration_ms, outcome,
      smtp_status, error_code, response_excerpt)
      values (${delivery}, 1, 1, 1, 'failed', 550, 'smtp_status', '5.1.1 No such user ${HOSTILE}')`);
    await insert(`insert into delivery (account_id, form_id, webhook_id, webhook_name, url, "trigger",
      state, finished_at, created_at)
      values (1, 1, ${recipient}, 'Ada', 'mailto:ada@example.org', 'digest', 'succeeded', 2, 1)
      returning id`);
  });

  it("is shown with its address and the answer of the relay, and can be sent again if it has a submission", async () => {
    const { text, words } = await server.ada.get("/deliveries");
    const ofSubmission = await server.ada.get(`/submissions/${submission}`);

    expect(words).toContain(`Ada ${HOSTILE} Failed`);
    expect(words).toContain("To: ada@example.org");
    expect(words).toContain("550");
    expect(words).toContain(`5.1.1 No such user ${HOSTILE}`);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain(`/dashboard/webhooks/${recipient}`);
    expect(text).toContain(`/dashboard/deliveries/${delivery}/refire`);
    expect([...text.matchAll(/\/refire"/g)]).toHaveLength(1);
    expect(ofSubmission.words).toContain("To: ada@example.org");
    expect(ofSubmission.words).toContain(`5.1.1 No such user ${HOSTILE}`);
  });

  it("is found by its kind", async () => {
    const shown = async (query: string) =>
      [...(await server.ada.get(`/deliveries?${query}`)).text.matchAll(/<li id="delivery-/g)]
        .length;

    expect([
      await shown("kind=email"),
      await shown("kind=webhook"),
      await shown(`destination_id=${recipient}`),
      await shown("kind=pigeon"),
    ]).toEqual([2, 0, 2, 0]);
  });
});
