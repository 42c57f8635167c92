import { createFakeClock } from "../../test/fake-clock.ts";
import type { MailResolver } from "./mail-domains.ts";
import { createMailDomains, MX_CACHE_MS, MX_RETRY_MS, MX_TIMEOUT_MS } from "./mail-domains.ts";

type Records = { readonly mx?: readonly string[]; readonly v4?: number; readonly v6?: number };
type Zone = Records | "no such domain" | "broken" | "hangs";

const failure = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** Answers from `zones`, and counts the questions by domain. */
function createZones(zones: Record<string, Zone>) {
  const asked: string[] = [];
  async function answer<Item>(domain: string, of: (records: Records) => readonly Item[]) {
    const zone = zones[domain] ?? "no such domain";
    if (zone === "hangs") return new Promise<readonly Item[]>(() => {});
    if (zone === "broken") return failure("ESERVFAIL");
    if (zone === "no such domain") return failure("ENOTFOUND");
    const items = of(zone);
    return items.length === 0 ? failure("ENODATA") : items;
  }
  const addresses = (count = 0) => Array.from({ length: count }, (_, n) => `192.0.2.${n}`);
  const resolver: MailResolver = {
    resolveMx(domain) {
      asked.push(domain);
      return answer(domain, ({ mx = [] }) =>
        mx.map((exchange, n) => ({ exchange, priority: n * 10 })),
      );
    },
    resolve4: (domain) => answer(domain, ({ v4 }) => addresses(v4)),
    resolve6: (domain) => answer(domain, ({ v6 }) => addresses(v6)),
  };
  return { asked, zones, resolver };
}

const ZONES = {
  "mx.example": { mx: ["mail.example"] },
  "null.example": { mx: [""], v4: 1 },
  "v4.example": { v4: 1 },
  "v6.example": { v6: 1 },
  "nothing.example": {},
  "broken.example": "broken",
  "hangs.example": "hangs",
  "xn--bcher-kva.example": { mx: ["mail.example"] },
} as const satisfies Record<string, Zone>;

describe("whether a domain takes mail", () => {
  it.each([
    ["mx.example", true],
    ["MX.example", true],
    ["bücher.example", true],
    ["v4.example", true],
    ["v6.example", true],
    ["null.example", false],
    ["nothing.example", false],
    ["missing.example", false],
    ["broken.example", undefined],
    ["localhost", undefined],
    ["[192.0.2.1]", undefined],
    ["", undefined],
    ["a b.example", undefined],
  ])("is for %j: %j", async (domain, takesMail) => {
    const { resolver } = createZones(ZONES);

    expect(await createMailDomains(createFakeClock(1), resolver)(domain)).toBe(takesMail);
  });

  it("is unknown after two seconds without an answer", async () => {
    const clock = createFakeClock(1);
    const answer = createMailDomains(clock, createZones(ZONES).resolver)("hangs.example");

    clock.advance(MX_TIMEOUT_MS);

    expect(await answer).toBeUndefined();
  });

  it("is asked once by posts at the same time, and again after an hour", async () => {
    const clock = createFakeClock(1);
    const { asked, resolver } = createZones(ZONES);
    const takesMail = createMailDomains(clock, resolver);

    await Promise.all([takesMail("mx.example"), takesMail("mx.example")]);
    clock.advance(MX_CACHE_MS - 1);
    await takesMail("mx.example");
    const before = asked.length;
    clock.advance(1);
    await takesMail("mx.example");

    expect([before, asked.length]).toEqual([1, 2]);
  });

  it("is asked again a minute after a failure", async () => {
    const clock = createFakeClock(1);
    const { zones, resolver } = createZones({ "a.example": "broken" });
    const takesMail = createMailDomains(clock, resolver);

    const failed = await takesMail("a.example");
    zones["a.example"] = { mx: ["mail.example"] };
    const cached = await takesMail("a.example");
    clock.advance(MX_RETRY_MS);

    expect([failed, cached, await takesMail("a.example")]).toEqual([undefined, undefined, true]);
  });

  it("is not asked for more than a hundred domains at a time", async () => {
    const clock = createFakeClock(1);
    const zones = Array.from({ length: 101 }, (_, n) => [`${n}.example`, "hangs"] as const);
    const { asked, resolver } = createZones(Object.fromEntries(zones));
    const takesMail = createMailDomains(clock, resolver);
    const waiting = zones.map(([domain]) => takesMail(domain));

    expect(asked).toHaveLength(100);
    clock.advance(MX_TIMEOUT_MS);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
  });
});
