import { listParameters, type MemberInfo, records } from "./records.ts";

it("has the limits of the request and the description of the record", () => {
  expect(records.Project.name).toEqual({
    type: "string",
    minLength: 1,
    maxLength: 200,
    description: "Name of the project.",
  });
});

it("says which members only the server sets, and which it never shows", () => {
  const marked = (key: "readOnly" | "writeOnly") =>
    Object.entries<MemberInfo>(records.ApiKey)
      .filter(([, member]) => member[key])
      .map(([name]) => name);

  expect(marked("readOnly")).toEqual([
    "id",
    "made_by",
    "replaces",
    "prefix",
    "last_used_at",
    "last_used_ip",
    "created_at",
  ]);
  expect(marked("writeOnly")).toEqual(["expires_in", "user_code"]);
});

it("reads references, values that may be null, lists and enumerations", () => {
  expect(records.Form.project_id).toMatchObject({ type: "integer", minimum: 1, nullable: true });
  expect(records.Form.allowed_domains.items).toEqual({ type: "string", maxLength: 253 });
  expect(records.FormWebhook.format).toMatchObject({
    type: "enum",
    values: expect.arrayContaining(["json", "slack"]) as unknown,
  });
});

it("has the query parameters of lists, shared ones too", () => {
  expect(Object.keys(listParameters.listForms)).toEqual(
    ["query", "archived", "project_id", "page"].concat("per_page", "cursor"),
  );
  expect(listParameters.listForms.per_page).toMatchObject({ type: "integer", default: 100 });
  expect(listParameters.listSubmissions.filter_by).toMatchObject({
    type: "string",
    values: ["new", "spam", "trash", "all", "any"],
  });
});
