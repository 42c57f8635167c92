import { changesOf, findPageForm } from "./page-form.ts";

const find = (html: string) =>
  findPageForm(html, { url: "https://site.example/a/b", formIds: ["abc", "7"] });

it.each([
  ["relative", '<form action="/f/abc">', "https://site.example/f/abc"],
  [
    "after a base",
    '<base href="//cdn.example/x/"><form action="../f/7/">',
    "https://cdn.example/f/7/",
  ],
  ["with a query", "<form action='http://x.example/f/abc?a=b#c'>", "http://x.example/f/abc?a=b#c"],
  ["in capitals, not closed", "<FORM METHOD=post ACTION=/f/abc><p>", "https://site.example/f/abc"],
  [
    "behind others",
    '<form action="/s"><input></form><form action="/f/7">',
    "https://site.example/f/7",
  ],
])("finds an address that is %s", (_, html, action) => {
  expect(find(html)).toEqual({ action, fields: [], captcha: null, script: false });
});

it.each([
  ["no page", ""],
  ["a comment", '<!-- <form action="/f/abc"> -->'],
  ["a text of a script", "<script>'<form action=\"/f/abc\">'</script>"],
  ["another form", '<form action="/f/abcd"></form><form action="/f/abc/thanks"></form>'],
  ["an address that is none", '<base href="http://["><form action="http://[/f/abc">'],
])("finds none in %s", (_, html) => {
  expect(find(html)).toBeUndefined();
});

it("reads fields once, without buttons, and what stands beside them", () => {
  const found = find(`<script src="https://forms.example/intray.js?v=2" defer></script>
    <input name="outside"><form action="/f/abc">
    <input name=a><input name=a type=radio><select name=b></select><textarea name="__proto__"></textarea>
    <input><input name="send" type="SUBMIT"><button name="x"></button>
    <div class="wide cf-turnstile"></div></form><input name="behind">`);

  expect(found).toMatchObject({
    fields: ["a", "b", "__proto__"],
    captcha: "Turnstile",
    script: true,
  });
});

it("keeps a bounded number of names", () => {
  const many = Array.from({ length: 999 }, (_, n) => `<input name="${"n".repeat(200)}${n}">`);
  const different = Array.from({ length: 999 }, (_, n) => `<input name="${n}${"n".repeat(200)}">`);

  expect(find(`<form action="/f/abc">${many.join("")}`)?.fields).toEqual(["n".repeat(100)]);
  expect(find(`<form action="/f/abc">${different.join("")}`)?.fields).toHaveLength(200);
});

it.each([
  [null, "ALTCHA", ["It has the captcha ALTCHA now."]],
  ["Turnstile", null, ["Its captcha Turnstile is gone."]],
  ["Turnstile", "ALTCHA", ["Its captcha is ALTCHA, no longer Turnstile."]],
  ["ALTCHA", "ALTCHA", []],
])("says of a captcha %s that is %s now %j", (before, now, changes) => {
  const form = { action: "https://x.example/f/7", fields: ["a"], script: false };

  expect(changesOf({ ...form, captcha: before }, { ...form, captcha: now })).toEqual(changes);
});
