import { submissionStates } from "./submission-filter.ts";

it.each([
  [{}, { spam: 0, trash: 0 }],
  [{ filterBy: "new" }, { read: 0, spam: 0, trash: 0 }],
  [{ filterBy: "spam" }, { spam: 1, trash: 0 }],
  [{ filterBy: "trash" }, { trash: 1 }],
  [{ filterBy: "any" }, {}],
  [
    { filterBy: "any", spamStatus: true, searched: { trash: 1 } },
    { spam: 1, trash: 1 },
  ],
  [{ unread: true }, { read: 0, trash: 0 }],
  [{ unread: false }, { read: 1, trash: 0 }],
  [{ spamStatus: true }, { spam: 1, trash: 0 }],
  [
    { unread: true, spamStatus: false },
    { read: 0, spam: 0, trash: 0 },
  ],
  [
    { filterBy: "trash", unread: true },
    { read: 0, trash: 1 },
  ],
  [{ filterBy: "new", unread: false }, "nothing"],
  [{ filterBy: "spam", spamStatus: false }, "nothing"],
] as const)("submissionStates reads %j as %j", (parameters, states) => {
  expect(submissionStates(parameters)).toEqual(states);
});
