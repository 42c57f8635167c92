// The daily look at the page of a form, with real sockets, on both databases.
import { useTestEgress } from "../../test/egress.ts";
import { createFakeClock } from "../../test/fake-clock.ts";
import { usePeerStores } from "../../test/peer-stores.ts";
import { openSite, pageWith, UUID } from "../../test/sites.ts";
import { silentLog } from "../platform/log.ts";
import { createPageLooks } from "./page-looks.ts";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const { fixture, open } = usePeerStores();

const watchPage = (watched_page: string | null) =>
  fixture.update("form", { settings: JSON.stringify({ watched_page }) });

async function openLooks() {
  const clock = createFakeClock(NOW);
  const store = await open();
  const { egress } = useTestEgress();
  const loadDispatcher = () => Promise.resolve(egress.dispatcher);
  const looks = createPageLooks({ store, clock, log: silentLog, loadDispatcher });
  const found = () => store.reads.findPageLook({ form_id: 1 });
  return { clock, store, look: () => looks.look(), found };
}

it("finds the form, and says what has changed a day later", async () => {
  const shown = pageWith('<input name="email"><input name="_gotcha">');
  const site = await openSite({ "/contact": shown });
  await watchPage(`${site.url}/contact`);
  const { clock, look, found } = await openLooks();

  await look();
  const first = await found();
  site.answers["/contact"] = pageWith('<input name="phone"><div class="h-captcha"></div>', "/f/1");
  clock.advance(DAY_MS - 1);
  await look();
  const early = await found();
  clock.advance(1);
  await look();

  const action = `https://forms.example/f/${UUID}`;
  const form = { action, fields: ["email", "_gotcha"], captcha: null, script: false };
  const unchanged = { problem: null, changes: [], changed_at: null };
  expect(first).toEqual({ looked_at: NOW, found: form, ...unchanged });
  expect(early).toEqual(first);
  expect(await found()).toMatchObject({
    changed_at: NOW + DAY_MS,
    changes: [
      `It posts to https://forms.example/f/1, before to ${action}.`,
      "Fields that are gone: email, _gotcha.",
      "New fields: phone.",
      "It has the captcha hCaptcha now.",
    ],
  });
});

it("says that the form is gone until it is back, and keeps what it was", async () => {
  const site = await openSite({ "/": pageWith('<input name="email">') });
  await watchPage(`${site.url}/`);
  const { clock, store, look, found } = await openLooks();
  const missing = () => store.reads.formsMissingOnPages({ account_id: 1 });
  await look();
  const atFirst = await missing();

  site.answers["/"] = pageWith("", "/f/another");
  clock.advance(DAY_MS);
  await look();
  const gone = await missing();
  site.answers["/"] = pageWith('<input name="email">');
  clock.advance(DAY_MS);
  await look();

  expect(atFirst).toEqual([]);
  expect(gone).toMatchObject([{ id: 1, url: `${site.url}/`, problem: /No form on it/ }]);
  expect(await missing()).toEqual([]);
  expect(await found()).toMatchObject({ problem: null, changes: [], found: { fields: ["email"] } });
});

it("begins anew with another page, also when the clock was set back", async () => {
  const site = await openSite({ "/a": pageWith('<input name="a">'), "/b": pageWith("") });
  await watchPage(`${site.url}/a`);
  const { clock, look, found } = await openLooks();
  await look();

  await watchPage(`${site.url}/b`);
  const before = await found();
  await look();
  const other = await found();
  clock.stepWall(-2 * DAY_MS);
  await look();
  await watchPage(null);
  await look();

  expect(before).toBeUndefined();
  expect(other).toMatchObject({ changes: [], found: { fields: [] } });
  expect(site.asked.filter((path) => path === "/b")).toHaveLength(2);
  expect(await found()).toBeUndefined();
});

it("looks again if the process that began was killed", async () => {
  const site = await openSite({ "/": pageWith("") });
  const url = `${site.url}/`;
  await watchPage(url);
  const { clock, store, look, found } = await openLooks();
  await store.writes.claimPageLook({ form_id: 1, url, now: NOW });
  await look();
  const held = await found();

  clock.advance(600_000);
  await look();

  expect(held).toBeUndefined();
  expect(await found()).toMatchObject({ looked_at: NOW + 600_000 });
});

it("looks once, whatever the number of processes, and not at archived forms", async () => {
  const site = await openSite({ "/": pageWith("") });
  await watchPage(`${site.url}/`);
  const [one, other] = [await openLooks(), await openLooks()];
  await Promise.all([one.look(), other.look()]);

  await fixture.update("form", { archived: 1 });
  one.clock.advance(DAY_MS);
  await one.look();

  expect(site.asked).toEqual(["/robots.txt", "/"]);
});
