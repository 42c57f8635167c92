// When a claim is worth its transaction.
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { type ClaimCheck, createClaimCheck } from "./claim-check.ts";
import { openPostgres, type OpenPostgres } from "./database.ts";

const NOW = 10_000;

let opened: OpenPostgres;
let look: ClaimCheck;
let webhook: number;
const fixture = useFixture();
beforeEach(async () => {
  opened = await openPostgres(fixture.postgresUrl, () => undefined);
  look = createClaimCheck(opened.db, opened.pool);
  webhook = await addWebhook(fixture);
});
afterEach(() => opened.db.destroy());

const asked = { now: NOW, load_of: {}, freeOfOthers: 2, may_start_quarantined: false };
const atCap = () => ({ ...asked, load_of: { [webhook]: { inFlight: 2, free: 0 } } });
const NOTHING = { count: 0, contents: [], isQuarantined: false };
const post = (now = NOW) => fixture.accept(newSubmission(1, { now }));

describe("the check before a claim finds", () => {
  it("what is due for a webhook below its limit", async () => {
    await post();

    expect(await look(asked)).toBeUndefined();
  });

  it("nothing if nothing is queued or due", async () => {
    expect(await look(asked)).toEqual({ ...NOTHING, due_at: undefined });
    await post(NOW + 1);

    expect(await look(asked)).toEqual({ ...NOTHING, due_at: NOW + 1 });
    expect(await look({ ...asked, now: NOW + 1 })).toBeUndefined();
  });

  it("nothing for a webhook at its limit, until a slot is free", async () => {
    await post();
    expect(await look(atCap())).toEqual({ ...NOTHING, due_at: NOW });

    await addWebhook(fixture);
    await fixture.accept(newSubmission(2, { now: NOW }));

    expect(await look(atCap())).toBeUndefined();
  });

  it.each([
    ["disabled", () => fixture.update("webhook", { enabled: 0 })],
    ["deleted", () => fixture.db.deleteFrom("webhook").execute()],
  ])("what is to be canceled, its webhook being %s", async (_, end) => {
    await post();
    await end();

    expect(await look(atCap())).toBeUndefined();
  });

  it("a quarantined delivery, if one may start", async () => {
    await post();
    await fixture.update("delivery", { lost_workers: 3 });

    expect(await look({ ...atCap(), may_start_quarantined: true })).toBeUndefined();
    expect(await look(atCap())).toEqual({ ...NOTHING, due_at: NOW });
  });
});
