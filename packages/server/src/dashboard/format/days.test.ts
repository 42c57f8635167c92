import { SLOT_MS } from "../../store/statistics/arrivals.ts";
import { firstSlot, sumDays } from "./days.ts";

const NOW = Date.UTC(2026, 10, 23, 20);
const at = (...time: Parameters<typeof Date.UTC>) => ({
  slot: Date.UTC(...time) / SLOT_MS,
  arrived: 1,
  spam: 0,
});
const daysOf = (zone: string, slots: readonly ReturnType<typeof at>[]) =>
  sumDays({ zone, now: NOW, utcDays: [], arrivals: { slots, completeFrom: 0 } });
const shown = (...of: Parameters<typeof daysOf>) =>
  daysOf(...of).filter(({ arrived }) => arrived > 0);

describe("the days of a person", () => {
  it("begin at their midnight", () => {
    // 22 November 15:00 and 14:45 in UTC: in Tokyo that is 23 November 0:00, and still the 22nd.
    const slots = [at(2026, 10, 22, 14, 45), at(2026, 10, 22, 15)];

    expect(shown("Asia/Tokyo", slots)).toEqual([
      { date: "2026-11-22", arrived: 1, spam: 0 },
      { date: "2026-11-23", arrived: 1, spam: 0 },
    ]);
    expect(shown("UTC", slots)).toEqual([{ date: "2026-11-22", arrived: 2, spam: 0 }]);
  });

  it("begin at a quarter of an hour in Nepal", () => {
    const slots = [at(2026, 10, 22, 18), at(2026, 10, 22, 18, 15)];
    const dates = shown("Asia/Kathmandu", slots).map(({ date }) => date);
    expect(dates).toEqual(["2026-11-22", "2026-11-23"]);
  });

  it.each([
    ["Asia/Tokyo", "2026-11-24"],
    ["UTC", "2026-11-23"],
    ["Pacific/Pago_Pago", "2026-11-23"],
    ["Pacific/Kiritimati", "2026-11-24"],
  ])("end today in %s", (zone, today) => {
    const days = daysOf(zone, []);

    expect([days.length, days.at(-1)?.date]).toEqual([30, today]);
  });

  it("have 25 hours when the clock is set back, and every slot counts once", () => {
    const slots = Array.from({ length: 31 * 96 }, (_, n) => ({
      slot: firstSlot(NOW) + 96 + n,
      arrived: 1,
      spam: 0,
    }));
    const days = daysOf("Europe/Berlin", slots);

    expect(days.find(({ date }) => date === "2026-10-25")?.arrived).toBe(100);
    expect(days.find(({ date }) => date === "2026-10-26")?.arrived).toBe(96);
  });

  it("are days in UTC as long as the slots are not complete", () => {
    const days = sumDays({
      zone: "Asia/Tokyo",
      now: NOW,
      utcDays: [{ day: Date.UTC(2026, 10, 22) / 86_400_000, arrived: 7, spam: 2 }],
      arrivals: { slots: [at(2026, 10, 23, 16)], completeFrom: at(2026, 10, 23).slot },
    });

    expect(days.find(({ date }) => date === "2026-11-22")).toMatchObject({ arrived: 7, spam: 2 });
    expect(days.at(-1)).toEqual({ date: "2026-11-24", arrived: 1, spam: 0 });
  });
});
