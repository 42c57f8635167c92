import { MAX_HOLD_MS } from "../../domain/delivery/delivery.ts";
import { addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { claimRequest, NOW } from "../../../test/store/outcomes.ts";
import { type ClaimRequest, claimDue } from "./delivery-claims.ts";
import type { HeldOrigin } from "./held-origins.ts";
import { nextDueAt } from "./destination-queues.ts";

const HUNG = "https://hangs.example";
const HELD: HeldOrigin = { probes: 0, probedDestinationId: 0, onlyDestinationId: null, overdue: 0 };

describe("deliveries of an origin that hangs", () => {
  const fixture = useFixture();
  let hung: readonly number[];
  let healthy: number;
  beforeEach(async () => {
    hung = [
      await addWebhook(fixture, { url: `${HUNG}/a` }),
      await addWebhook(fixture, { url: `${HUNG}/b?c=d` }),
      await addWebhook(fixture, { url: "HTTPS://Hangs.example:443/c" }),
    ];
    healthy = await addWebhook(fixture, { url: `${HUNG}:8443/d` });
    for (let n = 1; n <= 3; n += 1) await fixture.accept(newSubmission(n, { now: NOW - 10 + n }));
  });

  /** The webhooks of the claimed deliveries, of those that hang only. */
  const claim = async (
    over: Partial<HeldOrigin>,
    now = NOW,
    load_of: ClaimRequest["load_of"] = { [healthy]: { inFlight: 0, free: 0 } },
  ) => {
    const heldOrigins = { [HUNG]: { ...HELD, ...over } };
    const { claimed } = await claimDue(
      fixture.db,
      claimRequest({ now, lease_expires_at: now + 60_000, load_of, heldOrigins }),
    );
    return claimed.map(({ destination_id }) => destination_id);
  };

  it("stay queued as they are, and others are claimed", async () => {
    const before = await fixture.db.selectFrom("delivery").selectAll().execute();

    expect(await claim({})).toEqual([]);

    expect(await fixture.db.selectFrom("delivery").selectAll().execute()).toEqual(before);
    expect(await claim({}, NOW, {})).toEqual([healthy, healthy, healthy]);
  });

  it("are probed one at a time, the webhooks in turn", async () => {
    const probed: number[] = [];

    for (let n = 0; n < 4; n += 1) {
      const last = probed.at(-1) ?? 0;
      probed.push(...(await claim({ probes: 1, probedDestinationId: last })));
    }

    expect(probed).toEqual([...hung, hung[0]]);
  });

  it("are not held if another webhook of the origin is the only one that hangs", async () => {
    const [first = 0, ...others] = hung;

    const claimed = await claim({ onlyDestinationId: first });

    expect(new Set(claimed)).toEqual(new Set(others));
  });

  it("are held for five minutes at most, as far as attempts are left", async () => {
    expect(await claim({ overdue: 2 }, NOW + MAX_HOLD_MS - 10)).toEqual([]);
    expect(await claim({ overdue: 2 }, NOW + MAX_HOLD_MS)).toEqual(hung.slice(0, 2));
  });

  it("are not overdue for this server", async () => {
    const exceptDestinationIds = [healthy];

    expect(await nextDueAt(fixture.db, { exceptDestinationIds })).toBe(NOW - 9);
    expect(
      await nextDueAt(fixture.db, { exceptDestinationIds, heldOrigins: { [HUNG]: HELD } }),
    ).toBeUndefined();
  });
});
