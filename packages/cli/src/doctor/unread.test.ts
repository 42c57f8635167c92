import { listOfScope } from "./queues.ts";

it.each([
  ["account:1", "account:1", { formId: undefined }],
  ["form:3", "account:1", { formId: 3 }],
  ["form:3", "form:3", { formId: undefined }],
  ["form:3", "key:0123456789ab", { formId: 3 }],
  ["form:3", "form:4", undefined],
  ["account:1", "form:3", undefined],
  ["account:1", "account:2", undefined],
  ["key:0123456789ab", "account:1", undefined],
])("the list of the queue %s for a key of %s is %j", (scope, keyScope, list) => {
  expect(listOfScope(scope, keyScope)).toEqual(list);
});
