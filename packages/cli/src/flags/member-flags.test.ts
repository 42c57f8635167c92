import { parse } from "@oclif/core/parser";
import { flagsOf, memberFlags, membersOf, parseApiFields } from "./member-flags.ts";

describe("parseApiFields", () => {
  it.each([
    ["a=b", ["a", "b"]],
    ["a=", ["a", ""]],
    ["a=b=c:=d", ["a", "b=c:=d"]],
    ["a:=true", ["a", true]],
    ['a:={"b":[1]}', ["a", { b: [1] }]],
    ["a:b=c", ["a:b", "c"]],
    ["__proto__=x", ["__proto__", "x"]],
  ])("reads %s", (word, expected) => {
    expect([...parseApiFields([word])]).toEqual([expected]);
  });

  it.each(["a", "", "=b", ":=1", "a:={", "a:="])("rejects %j with exit code 2", (word) => {
    expect(() => parseApiFields([word])).toThrow(expect.objectContaining({ exit: 2 }));
  });
});

describe("memberFlags", () => {
  const members = {
    days: { type: "integer", minimum: 0, maximum: 30, description: "How long." },
    kind: { type: "enum", values: ["a", "b"] },
    names: { type: "array", items: { type: "string" } },
    enabled: { type: "boolean" },
    text: { type: "string" },
  } as const;
  const table = memberFlags(members, {
    days: { member: "days", helpValue: "N" },
    kind: { member: "kind", description: "Which." },
    name: { member: "names" },
    enabled: { member: "enabled" },
    file: { member: "text", read: (path) => Promise.resolve(`content of ${path}`) },
  });
  const membersIn = async (words: string) => {
    const { flags } = await parse(words.split(" "), { flags: flagsOf(table) });
    return membersOf(table, flags);
  };

  it("takes type, values, limits and a sentence from the API document", async () => {
    const { days, kind } = flagsOf(table);

    expect(days).toMatchObject({ description: "How long.", helpValue: "N" });
    expect(kind).toMatchObject({ description: "Which.", options: ["a", "b"] });
    expect(await membersIn("--days 30 --kind b --name x --name y --no-enabled")).toEqual({
      days: 30,
      kind: "b",
      names: ["x", "y"],
      enabled: false,
    });
    await expect(membersIn("--days 31")).rejects.toThrow("less than or equal to 30");
    await expect(membersIn("--kind c")).rejects.toThrow("to be one of: a, b");
  });

  it.each([
    ["enabled=false", false],
    ["days=-7", -7],
    ["days=many", "many"],
    ["enabled=0", "0"],
    ["text=true", "true"],
    ["other=true", "true"],
    ['text:={"a":1}', { a: 1 }],
  ])("gives --set %s the type of its member", async (word, value) => {
    const [name = ""] = word.split(/:?=/, 1);

    expect(await membersOf(table, { set: [word] }, members)).toEqual({ [name]: value });
  });

  it("sets the member that a flag belongs to, and leaves out members without a flag", async () => {
    expect(await membersIn("--file body.hbs")).toEqual({ text: "content of body.hbs" });
  });
});
