import { emailOf } from "./submission.ts";

it.each([
  [[["Email", " ada@example.org "]], "ada@example.org"],
  [Object.entries({ email: "not an address", EMAIL: "b@example.org" }), "b@example.org"],
  [[["email", ["x", "c@example.org"]]], "c@example.org"],
  [[["_replyto", "ada@example.org"]], "ada@example.org"],
  [Object.entries({ _replyto: "eve@example.org", email: "a@example.org" }), "a@example.org"],
  [[["_replyto", "%email"]], null],
  [Object.entries({ other: "b@example.org", "your-email": "a@example.org" }), "a@example.org"],
  [Object.entries({ other: "b@example.org", user_email: "a@example.org" }), "a@example.org"],
  [Object.entries({ other: "b@example.org", emailAddress: "a@example.org" }), "a@example.org"],
  [Object.entries({ other: "b@example.org", "E-mail": "a@example.org" }), "a@example.org"],
  [Object.entries({ other: "b@example.org", "Ihre E-Mail": "a@example.org" }), "a@example.org"],
  [Object.entries({ other: "b@example.org", "contact[email]": "a@example.org" }), "a@example.org"],
  [Object.entries({ friend_email: "b@example.org", other: "a@example.org" }), null],
  [Object.entries({ "contact[email": "no address", name: "Ada" }), null],
  [[["input_2", " ada@example.org "]], "ada@example.org"],
  [Object.entries({ input_2: "a@example.org", again: "a@example.org" }), "a@example.org"],
  [[["message", "Write to ada@example.org"]], null],
  [[["email", "a@b"]], null],
  [[["email", "a@b.c, d@e.f"]], null],
  [[["email", `${"a".repeat(250)}@example.org`]], null],
  [[], null],
] as const)("emailOf finds in %j the address %j", (fields, email) => {
  expect(emailOf(fields)).toBe(email);
});

it.each([
  ["Buyer", [], "buyer@example.org"],
  ["", [], null],
  ["absent", [], null],
  [null, [{ name: "input_2", type: "email" }], "second@example.org"],
  [null, [{ name: "input_2", type: "text" }], null],
] as const)("emailOf takes the address that the form says: %j, %j", (email_field, rules, email) => {
  const fields = Object.entries({
    input_1: "first@example.org",
    input_2: "second@example.org",
    buyer: "buyer@example.org",
  });

  expect(emailOf(fields, { email_field, rules })).toBe(email);
});
