import { type QueueFilter, unreadQuery, reasonToLeave } from "./unread-filter.ts";

const unread = { read: false, spam: false, trash: false };

it.each<[QueueFilter, Partial<typeof unread>, string | undefined]>([
  ["new", {}, undefined],
  ["new", { read: true }, "read"],
  ["new", { spam: true }, "marked spam"],
  ["new", { trash: true }, "trashed"],
  ["new", { trash: true, spam: true }, "trashed"],
  ["spam", { spam: true }, undefined],
  ["spam", {}, "marked ham"],
  ["spam", { spam: true, read: true }, "read"],
  ["spam", { spam: true, trash: true }, "trashed"],
  ["trash", { trash: true }, undefined],
  ["trash", {}, "restored from the trash"],
  ["unread", {}, undefined],
  ["unread", { spam: true }, undefined],
  ["unread", { trash: true }, "trashed"],
])("reasonToLeave for filter %s and a record with %j returns %s", (filter, flags, reason) => {
  expect(reasonToLeave(filter, { ...unread, ...flags })).toBe(reason);
});

it("unreadQuery always sets unread", () => {
  expect(unreadQuery("new")).toEqual({ unread: true, filter_by: "new" });
  expect(unreadQuery("unread")).toEqual({ unread: true });
});
