import { expect, it } from "vitest";
import { makeSubmission } from "../../test/fake-server.ts";
import { matchesState } from "./matches-query.ts";

const marks = { ham: {}, read: { read: true }, spam: { spam: true }, trash: { trash: true } };

it.each([
  [{}, ["ham", "read"]],
  [{ filter_by: "all" }, ["ham", "read"]],
  [{ filter_by: "new" }, ["ham"]],
  [{ filter_by: "spam" }, ["spam"]],
  [{ filter_by: "trash" }, ["trash"]],
  [{ unread: true }, ["ham", "spam"]],
  [{ filter_by: "all", unread: true }, ["ham"]],
  [{ created_after: "2026-01-01T00:00:00.007Z" }, []],
] as const)("%j matches the same submissions as the API's list: %j", (query, expected) => {
  const found = Object.entries(marks).filter(([, mark]) =>
    matchesState({ ...makeSubmission(7, []), ...mark }, query),
  );

  expect(found.map(([name]) => name)).toEqual(expected);
});
