import { createFieldDrift } from "./field-drift.ts";

it("counts names without a rule by form", () => {
  const drift = createFieldDrift();
  drift.note(1, ["a", "__proto__"]);
  drift.note(1, ["__proto__"]);

  expect(drift.of(1)).toEqual([
    { name: "__proto__", posts: 2 },
    { name: "a", posts: 1 },
  ]);
  expect(drift.of(2)).toEqual([]);
});

it("keeps frequent names, whatever else is sent, and no more than twenty", () => {
  const drift = createFieldDrift();
  for (let n = 0; n < 500; n += 1) drift.note(1, ["phone", `random ${n} ${"x".repeat(500)}`]);

  const fields = drift.of(1);

  expect(fields).toHaveLength(20);
  expect(fields[0]).toEqual({ name: "phone", posts: 500 });
  expect(fields.every(({ name }) => name.length <= 200)).toBe(true);
});

it("forgets the form that was counted first when there are more than a thousand", () => {
  const drift = createFieldDrift();
  for (let form = 1; form <= 1_001; form += 1) drift.note(form, ["a"]);

  expect([drift.of(1), drift.of(2)].map(({ length }) => length)).toEqual([0, 1]);
});
