import { parseFormRef } from "./form.ts";

it.each([
  ["12", { id: 12, uuid: undefined }],
  ["00000000000a", { id: undefined, uuid: "00000000000a" }],
  ["123456789012", { id: 123_456_789_012, uuid: "123456789012" }],
  ["9007199254740993", { id: undefined, uuid: undefined }],
  ["0", { id: undefined, uuid: undefined }],
  ["-1", { id: undefined, uuid: undefined }],
  ["1.5", { id: undefined, uuid: undefined }],
  ["00000000000A", { id: undefined, uuid: undefined }],
  ["", { id: undefined, uuid: undefined }],
])("parseFormRef parses %j as %j", (text, ref) => {
  expect(parseFormRef(text)).toEqual(ref);
});
