import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";
import { isOnPostgres } from "../../test/database.ts";
import { keepPages } from "./kept-pages.ts";

describe("a kept page", () => {
  let version: number | undefined;
  let rendered: number;
  beforeEach(() => {
    version = 1;
    rendered = 0;
  });
  const store: Pick<Store, "read"> = { read: () => Promise.resolve(version as never) };
  const render = (text = "", isLasting = true) => {
    rendered += 1;
    return Promise.resolve({ page: { rendered, text }, isLasting });
  };
  const textOf = async (page: Promise<Uint8Array>) => Buffer.from(await page).toString();

  it("is answered again until something is committed", async () => {
    const page = keepPages(store);

    const first = await textOf(page("a", () => render()));
    const again = await textOf(page("a", () => render()));
    version = 2;
    const changed = await textOf(page("a", () => render()));

    expect([first, again, changed]).toEqual([
      '{"rendered":1,"text":""}',
      '{"rendered":1,"text":""}',
      '{"rendered":2,"text":""}',
    ]);
  });

  it("is old when something is committed while it is made", async () => {
    const page = keepPages(store);

    await page("a", () => {
      version = 2;
      return render();
    });

    expect(await textOf(page("a", () => render()))).toBe('{"rendered":2,"text":""}');
  });

  it("is another one under another key, and none where there are no versions", async () => {
    const page = keepPages(store);
    await page("a", () => render());
    await page("b", () => render());
    version = undefined;
    await page("a", () => render());
    await page("a", () => render());

    expect(rendered).toBe(4);
  });

  it("is not kept when it changes without a commit", async () => {
    const page = keepPages(store);

    await page("a", () => render("", false));
    await page("a", () => render());
    await page("a", () => render());

    expect(rendered).toBe(2);
  });

  it("is forgotten when others were asked for since and they are too many or too large", async () => {
    const page = keepPages(store);
    await page("first", () => render());
    await page("second", () => render());
    for (let n = 0; n < 62; n++) await page(`other ${n}`, () => render());
    await page("first", () => render());
    expect(rendered).toBe(64);

    await page("one more", () => render());
    await page("first", () => render());
    expect(rendered).toBe(65);
    await page("second", () => render());
    expect(rendered).toBe(66);

    await page("large", () => render("x".repeat(9 * 1_024 * 1_024)));
    await page("first", () => render());
    expect(rendered).toBe(68);
  });
});

describe("a list that is asked for again", () => {
  let server: ApiServer;
  let aheadMs = 0;
  beforeAll(async () => {
    const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    server = await startApiServer({}, clock);
    await server.fill(1, 3);
  });
  afterAll(() => server.close());
  const list = async () => (await server.ask("GET", "/submissions?form_id=1")).text;

  it("is the same text, and shows every change at once", async () => {
    const before = await list();
    expect(await list()).toBe(before);

    await server.ask("PATCH", "/submissions/1", { json: { submission: { read: true } } });
    const read = await list();
    await server.sql("update form set name = 'Renamed' where id = 1");
    const renamed = await list();

    expect(read).not.toBe(before);
    expect(renamed).toContain('"form_name":"Renamed"');
    expect(await list()).toBe(renamed);
  });

  it("shows that a lease has ended, which no commit tells", async () => {
    await server.ask("POST", "/submissions/claim", {
      json: { limit: 1, lease_seconds: 60, consumer: "one" },
    });
    const claimed = await list();
    aheadMs = 61_000;
    const ended = await list();

    expect(claimed).toContain('"state":"leased"');
    expect(ended).not.toContain('"state":"leased"');
  });

  it("is never another key's", async () => {
    const { key } = await server.make<{ key: string }>("/api_keys", {
      kind: "form",
      form_id: 1,
      name: "Form",
    });
    await server.sql("update form set account_id = 1 where id = 2");
    await server.fill(2, 1);

    const ofAccount = (await server.ask("GET", "/submissions")).json();
    const ofForm = (await server.ask("GET", "/submissions", { key })).json();

    expect(ofAccount).toMatchObject({ meta: { count: 4 } });
    expect(ofForm).toMatchObject({ meta: { count: 3 } });
  });

  it.skipIf(isOnPostgres)("is known to be unchanged by the database itself", async () => {
    const bytes = async () => (await server.ask("GET", "/submissions?per_page=1")).body;
    const first = await bytes();

    for (let n = 0; n < 5; n++) expect(first.equals(await bytes())).toBe(true);
  });
});
