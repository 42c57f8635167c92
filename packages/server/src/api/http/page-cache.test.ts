import { withWallTime } from "../../../test/fake-clock.ts";
import { systemClock } from "../../platform/clock.ts";
import { useApiServer } from "../../../test/api-server.ts";
import { createPageCache, type PageCache, type ReadPage } from "./page-cache.ts";

const MIB = 1_024 * 1_024;

describe("a cached page", () => {
  let version: number | undefined;
  let reads: number;
  let page: PageCache;
  beforeEach(() => {
    version = 1;
    reads = 0;
    page = createPageCache();
  });
  const read =
    ({ bytes = 1, changesOnlyByCommit = true } = {}): ReadPage =>
    (known) => {
      if (version !== undefined && known === version) return Promise.resolve("unchanged");
      reads += 1;
      return Promise.resolve({
        version,
        bytes: new Uint8Array(bytes).fill(reads),
        changesOnlyByCommit,
      });
    };
  const ask = async (key: string, how?: Parameters<typeof read>[0]) =>
    (await page(key, read(how))).bytes[0];

  it("is returned until something is committed", async () => {
    const first = await ask("a");
    const again = await ask("a");
    version = 2;
    const changed = await ask("a");

    expect([first, again, changed]).toEqual([1, 1, 2]);
  });

  it("differs for another key, and is not cached without a version", async () => {
    await ask("a");
    await ask("b");
    version = undefined;
    await ask("a");
    await ask("a");

    expect(reads).toBe(4);
  });

  it("is not cached if it can change without a commit", async () => {
    await ask("a", { changesOnlyByCommit: false });
    await ask("a");
    await ask("a");

    expect(reads).toBe(2);
  });

  it("is evicted when too many or too large pages were requested after it", async () => {
    await ask("first");
    await ask("second");
    for (let n = 0; n < 62; n++) await ask(`other ${n}`);
    await ask("first");
    expect(reads).toBe(64);

    await ask("one more");
    await ask("first");
    expect(reads).toBe(65);
    await ask("second");
    expect(reads).toBe(66);

    await ask("large", { bytes: 9 * MIB });
    await ask("first");
    expect(reads).toBe(68);
  });

  it("is read once for all requests that arrive during a read, after that read", async () => {
    const readFor: string[] = [];
    const started: PromiseWithResolvers<void>[] = [];
    const slowly = async (who: string) => {
      const { bytes } = await page("a", async () => {
        const reading = Promise.withResolvers<void>();
        const number = started.push(reading);
        readFor.push(who);
        await reading.promise;
        return { version: undefined, bytes: new Uint8Array([number]), changesOnlyByCommit: true };
      });
      return bytes[0];
    };

    const first = slowly("first");
    const others = [slowly("second"), slowly("third")];
    started[0]?.resolve();
    await vi.waitUntil(() => started.length === 2);
    const last = slowly("last");
    started[1]?.resolve();
    await vi.waitUntil(() => started.length === 3);
    started[2]?.resolve();

    expect(await Promise.all([first, ...others, last])).toEqual([1, 2, 2, 3]);
    expect(readFor).toEqual(["first", "second", "last"]);
  });

  it("fails for all requests that share the read, and is read again for the next request", async () => {
    const failing = () => page("a", () => Promise.reject(new Error("The store failed.")));
    const failed = await Promise.allSettled([failing(), failing(), failing()]);

    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await ask("a")).toBe(1);
  });

  it("is read for another key during that time", async () => {
    const never = page("a", () => new Promise(() => undefined));

    expect(await Promise.race([never, ask("b")])).toBe(1);
  });
});

describe("a list that is requested again", () => {
  let aheadMs = 0;
  const server = useApiServer(
    {},
    withWallTime(() => systemClock.now() + aheadMs),
  );
  beforeAll(() => server.fill(1, 3));
  const list = async () => (await server.request("GET", "/submissions?form_id=1")).text;

  it("is the same text, and shows every change at once", async () => {
    const before = await list();
    expect(await list()).toBe(before);

    await server.mark(1, { read: true });
    const read = await list();
    await server.sql("update form set name = 'Renamed' where id = 1");
    const renamed = await list();

    expect(read).not.toBe(before);
    expect(renamed).toContain('"form_name":"Renamed"');
    expect(await list()).toBe(renamed);
  });

  it("is the same as the list of its form, with the next page in the header", async () => {
    const path = "/forms/1/submissions?per_page=2";
    const first = await server.request("GET", path);
    const again = await server.request("GET", path);
    await server.sql("update form set name = 'Contact' where id = 1");
    const changed = await server.request("GET", path);

    expect(again.text).toBe(first.text);
    expect(again.headers.get("link")).toBe(first.headers.get("link"));
    expect(again.headers.get("link")).toMatch(/per_page=2&cursor=.+>; rel="next"$/);
    expect(changed.text).toContain('"form":{"name":"Contact"');
  });

  it("shows that a lease has expired, which no commit announces", async () => {
    await server.claim({});
    const claimed = await list();
    aheadMs = 61_000;
    const ended = await list();

    expect(claimed).toContain('"state":"leased"');
    expect(ended).not.toContain('"state":"leased"');
  });

  it("is not returned to another key", async () => {
    const key = await server.createKey({ form_id: 1 });
    await server.sql("update form set account_id = 1 where id = 2");
    await server.fill(2, 1);

    expect(await server.read("/submissions")).toMatchObject({ meta: { count: 4 } });
    expect(await server.read("/submissions", key)).toMatchObject({ meta: { count: 3 } });
  });
});
