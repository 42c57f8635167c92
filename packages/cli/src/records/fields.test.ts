import { cellOf, chooseColumns, pickColumns, requireFields } from "./fields.ts";

const ROW = {
  id: 7,
  form: { name: "Contact" },
  payload_params: { email: "a@b.test", "first.name": "Ann", tags: ["x", "y"] },
};

const MEMBERS = Object.keys(ROW);

it.each([
  ["id", 7],
  ["form.name", "Contact"],
  ["payload_params.first.name", "Ann"],
  ["payload_params.tags", "x, y"],
  ["payload_params.missing", undefined],
  ["email", "a@b.test"],
  ["first.name", "Ann"],
  ["form", '{"name":"Contact"}'],
  ["form.constructor", undefined],
  ["id.toString", undefined],
])("reads %s", (name, expected) => {
  expect(chooseColumns(name, [], MEMBERS)?.map((column) => column.value(ROW))).toEqual([expected]);
});

it("picks members under the given names", () => {
  const chosen = chooseColumns("form.name,form.gone", [], MEMBERS);

  expect(pickColumns(ROW, chosen)).toEqual({ "form.name": "Contact", "form.gone": null });
});

const texts = ["", "id,", "nmae", "id,payload.email", "__proto__"];
it.each(texts)("rejects %j with exit code 2, unless the records have such a field", (text) => {
  const usage = expect.objectContaining({ exit: 2 });
  const required = () => requireFields(chooseColumns(text, [], MEMBERS) ?? [], [ROW]);

  expect(() => chooseColumns(text, [], ["id"])).toThrow(usage);
  expect(required).toThrow(usage);
});

it("takes a name that is no member for a field, and knows nothing of fields without records", () => {
  const nullField = { ...ROW, payload_params: { gone: null } };
  const chosen = chooseColumns("email,gone", [], MEMBERS) ?? [];

  expect(pickColumns(ROW, chosen)).toEqual({ email: "a@b.test", gone: null });
  expect(() => requireFields(chosen, [])).not.toThrow();
  expect(() => requireFields(chosen, [ROW, nullField])).not.toThrow();
});

it("joins lists of strings and shows other objects as JSON", () => {
  expect([cellOf(["a", "b"]), cellOf([{ a: 1 }]), cellOf(null)]).toEqual([
    "a, b",
    '[{"a":1}]',
    undefined,
  ]);
});
