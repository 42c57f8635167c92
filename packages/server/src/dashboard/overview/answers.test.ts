import { answerDays } from "./answers.tsx";

const NOW = Date.UTC(2026, 10, 23, 20);
const MINUTE_MS = 60_000;
const at = (hour: number, minutes: number) => ({
  answered_at: Date.UTC(2026, 10, 22, hour),
  waited_ms: minutes * MINUTE_MS,
});
const daysOf = (zone: string, answers: readonly ReturnType<typeof at>[], completeFrom = 0) =>
  answerDays({ zone, now: NOW, stats: { answers, completeFrom } });

describe("the days of answers", () => {
  it("are the person's, with what half and nine of ten waited at most", () => {
    // 15:00 in UTC is midnight in Tokyo.
    const answers = [at(16, 7), ...Array.from({ length: 10 }, (_, n) => at(14, 10 - n))];

    const { days, all } = daysOf("Asia/Tokyo", answers);

    expect(days.filter(({ answered }) => answered > 0)).toEqual([
      { date: "2026-11-22", answered: 10, median: 5 * MINUTE_MS, most: 9 * MINUTE_MS },
      { date: "2026-11-23", answered: 1, median: 7 * MINUTE_MS, most: 7 * MINUTE_MS },
    ]);
    expect(days).toHaveLength(30);
    expect(all).toEqual({ answered: 11, median: 6 * MINUTE_MS, most: 9 * MINUTE_MS });
  });

  it("have no times without an answer", () => {
    const { days, all } = daysOf("UTC", []);

    expect(all).toEqual({ answered: 0, median: undefined, most: undefined });
    expect(days.every(({ median }) => median === undefined)).toBe(true);
  });

  it("say since when they are counted, until that is before the first of them", () => {
    const began = Date.UTC(2026, 10, 20);

    expect(daysOf("UTC", [], began).since).toBe(began);
    expect(daysOf("UTC", [], Date.UTC(2026, 9, 1)).since).toBeUndefined();
  });
});
