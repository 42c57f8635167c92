// Digests of processes that end, fail or race: each is queued once.
import { useEach } from "../../../../test/harness/use.ts";
import { isOnPostgres } from "../../test/database.ts";
import {
  addDailyForm,
  DAILY_TO_ADA,
  digestQueue,
  queuedDigests,
  renderIds,
} from "../../test/mail/digests.ts";
import { beginPost, openPeerStores } from "../../test/peer-stores.ts";
import { changeForm, type Fixture, newSubmission } from "../../test/fixture.ts";
import { toWallMs } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";
import { wrapWrites } from "../store/writes.ts";
import type { RenderedDigest } from "./queue-digests.ts";

const START = Date.parse("2026-03-22T06:00Z");
const DUE = Date.parse("2026-03-22T08:00Z");
const atDue = { deletionTime: () => toWallMs(DUE) };

let fixture: Fixture;
const peers = useEach(openPeerStores);
beforeEach(async () => {
  ({ fixture } = peers);
  await changeForm(fixture, { ...DAILY_TO_ADA, now: START });
  await fixture.accept(newSubmission(1, { now: START }));
});

async function run(
  store: Pick<Store, "reads" | "writes">,
  render: (digest: RenderedDigest) => Promise<Uint8Array> = renderIds,
): Promise<void> {
  const queue = digestQueue({ store, clockWatch: atDue }, { render });
  while ((await queue.queueDue(5)) === "more");
}
const digests = async () =>
  (await queuedDigests(fixture)).map(({ form_id, ham }) => [form_id, ham]);

describe("a digest", () => {
  it("is not queued again if the answer of the database was lost", async () => {
    const store = await peers.open();
    const writes = wrapWrites(store.writes, async (write) => {
      await write();
      throw new Error("The connection was lost.");
    });

    await expect(run({ ...store, writes })).rejects.toThrow("lost");
    await run(store);

    expect(await digests()).toEqual([[1, [1]]]);
  });

  it("that cannot be rendered does not hold up others, and is tried again", async () => {
    const other = await addDailyForm(fixture, { name: "Other", now: START });
    await fixture.accept(newSubmission(2, { form_id: other, now: START }));
    const store = await peers.open();

    await run(store, (digest) => {
      if (digest.form.id === 1) throw new Error("No template");
      return renderIds(digest);
    });
    const before = await digests();
    const hourLater = { deletionTime: () => toWallMs(DUE + 3_600_000) };
    await digestQueue({ store, clockWatch: hourLater }).queueDue(5);

    expect(before).toEqual([[other, [2]]]);
    expect(await digests()).toEqual([...before, [1, [1]]]);
  });

  it("of each of hundreds of forms is queued in batches, and posts are stored meanwhile", async () => {
    const store = await peers.open();
    const FORMS = 200;
    const forms: number[] = [1];
    while (forms.length < FORMS) {
      const form_id = await addDailyForm(fixture, { name: `Form ${forms.length}`, now: START });
      forms.push(form_id);
      await fixture.accept(newSubmission(forms.length, { form_id, now: START }));
    }
    const queue = digestQueue({ store, clockWatch: atDue });

    let batches = 0;
    let state;
    do {
      batches += 1;
      const batch = queue.queueDue(5);
      // Posted during the batch, and stored before it or with it.
      await store.accept(newSubmission(1_000 + batches, { now: DUE }));
      state = await batch;
    } while (state === "more");

    expect(batches).toBeGreaterThanOrEqual(FORMS / 5);
    const queued = (await digests()).map(([form_id]) => Number(form_id));
    expect(queued.toSorted((a, b) => a - b)).toEqual(forms);
  });
});

describe.runIf(isOnPostgres)("two processes", () => {
  it("queue a digest once, although both have read and rendered it", async () => {
    const stores = [await peers.open(), await peers.open()];
    const bothRender = Promise.withResolvers<void>();
    let rendering = 0;
    const render = async (digest: RenderedDigest) => {
      rendering += 1;
      if (rendering === 2) bothRender.resolve();
      await bothRender.promise;
      return renderIds(digest);
    };

    await Promise.all(stores.map((store) => run(store, render)));

    expect(rendering).toBe(2);
    expect(await digests()).toEqual([[1, [1]]]);
  });

  it("wait for a post that took its id before those that are listed, but is not committed", async () => {
    const store = await peers.open();
    const slow = await beginPost(fixture.db);
    const { id } = await store.accept(newSubmission(3, { now: START }));

    await run(store);
    await slow.commit().execute();
    const dayLater = { deletionTime: () => toWallMs(DUE + 86_400_000) };
    await digestQueue({ store, clockWatch: dayLater }).queueDue(5);

    expect(await digests()).toEqual([
      [1, [1]],
      [1, [id, id - 1]],
    ]);
  });
});
