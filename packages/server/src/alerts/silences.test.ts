// A form that falls silent raises one alert, which ends with the next submission.
import { useEach } from "../../../../test/harness/use.ts";
import { newSubmission } from "../../test/fixture.ts";
import { NOW, openAlertHarness } from "../../test/store/alerts.ts";

const DAY_MS = 86_400_000;
/** When the newest submission of form 1 arrived. */
const LAST_AT = NOW - DAY_MS / 2;

const harness = useEach(openAlertHarness);
const one = useEach(() => harness.open());
const other = useEach(() => harness.open());
beforeEach(async () => {
  const today = Math.floor(LAST_AT / DAY_MS);
  const days = Array.from({ length: 84 }, (_, n) => today - n);
  const rows = days.map((day) => ({ form_id: 1, day, account_id: 1, arrived: 5, spam: 1 }));
  await harness.fixture.db.insertInto("submission_day").values(rows).execute();
  await harness.fixture.update("form", { name: "Contact" }, { id: 1 });
  await setUpSince(0);
  await one.store.accept(newSubmission(1, { form_id: 1, now: LAST_AT }));
});

/** Since when a server has been there. */
const setUpSince = async (up_since: number) => {
  await harness.fixture.db.deleteFrom("write_probe").execute();
  const probe = { id: 1, written_at: NOW, up_since, padding: Buffer.alloc(1) } as const;
  await harness.fixture.insert("write_probe", probe);
};
const configure = (silence_alerts: string) =>
  harness.fixture.update("form", { settings: JSON.stringify({ silence_alerts }) }, { id: 1 });

async function look() {
  await Promise.all([one.look(), other.look()]);
  return one.alerts();
}
/** Looks every half hour, as long as servers are there. */
async function pass(days: number) {
  let seen = await look();
  for (let n = 0; n < days * 48; n += 1) {
    [one, other].forEach(({ clock }) => clock.advance(DAY_MS / 48));
    seen = await look();
  }
  return seen;
}

it("raises one alert with the usual number and the pause, which ends when a submission arrives", async () => {
  expect(await pass(1)).toEqual([]);
  expect(await pass(2)).toEqual([["form_silent", 1, null]]);
  const [alert] = await one.store.reads.listAlerts({ account_id: 1, resolved: 9 });
  const usual = { per_day: expect.closeTo(4, 5), silent_days: expect.closeTo(1.9, 1) } as object;
  expect(alert).toMatchObject({ since: LAST_AT, detail: { form: "Contact", ...usual } });

  const now = one.clock.now();
  await one.store.accept(newSubmission(2, { form_id: 1, now }));

  expect(await pass(1)).toEqual([["form_silent", 1, "recovered"]]);
});

it("lasts although its rhythm is forgotten", async () => {
  await pass(2);
  await harness.fixture.db.deleteFrom("submission_day").execute();

  expect(await pass(0.1)).toEqual([["form_silent", 1, null]]);
});

it("is not told of a form for which it is off, and withdrawn if it is switched off", async () => {
  await pass(2);
  await configure("off");

  expect(await pass(0.1)).toEqual([["form_silent", 1, "withdrawn"]]);
});

it("does not count the time in which no server was there", async () => {
  for (const { clock } of [one, other]) clock.advance(3 * DAY_MS);

  expect(await pass(0.5)).toEqual([]);
  expect(await pass(2)).toEqual([["form_silent", 1, null]]);
});
