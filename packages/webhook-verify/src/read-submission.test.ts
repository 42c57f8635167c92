import { sign, unwrap } from "./index.ts";

const FILE = { attachment_proxy_url: "https://a.example/1", public_url: "https://a.example/2" };
const POSTED = '{"10":"ten","topics":["a","b"],"data":"mine","__proto__":"odd","id":7,';

function read(body: string) {
  const headers = { "x-service-signature": sign(body, "secret") };
  return unwrap(body, headers, { secrets: "secret" }).submission();
}

it.each([
  ["json", (body: string) => body],
  ["data_json", (body: string) => `{"data":${body}}`],
])("has id, fields and files of the format %s", (_format, wrap) => {
  const submission = read(wrap(`${POSTED}"attachments":[${JSON.stringify(FILE)}]}`));

  expect(submission).toMatchObject({ id: 7, attachments: [FILE] });
  expect(Object.entries(submission.fields)).toEqual([
    ["10", "ten"],
    ["topics", ["a", "b"]],
    ["data", "mine"],
    ["__proto__", "odd"],
  ]);
});

it.each([
  "null",
  "[]",
  '"text"',
  '{"data":null}',
  '{"id":"7","attachments":[]}',
  '{"id":7,"attachments":[{}]}',
  '{"id":7,"attachments":[],"fields":{"email":"a@b.example"}}',
  '{"data":{"submission_id":7,"email":"a@b.example"}}',
])("does not take %s for a submission", (body) => {
  expect(() => read(body)).toThrow("not in the format json or data_json");
});
