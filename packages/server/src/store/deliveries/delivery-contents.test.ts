import { addRecipient, addWebhook, newSubmission, useFixture } from "../../../test/fixture.ts";
import { refusalReason } from "../../domain/delivery/destination.ts";
import { contentsOf } from "./delivery-contents.ts";

const fixture = useFixture();

it("names the kind of a destination that is deleted after its delivery was claimed", async () => {
  for (const add of [addWebhook, addRecipient]) await add(fixture);
  await fixture.accept(newSubmission(1));
  const rows = await fixture.db.selectFrom("delivery").selectAll().execute();
  await fixture.db.deleteFrom("webhook").execute();

  const contents = await contentsOf(
    fixture.db,
    rows.map((row) => ({ ...row, destination_id: row.webhook_id })),
    fixture.box,
  );

  expect(
    contents.map(({ destination, trigger, deleted_kind }) =>
      refusalReason(destination, trigger, deleted_kind),
    ),
  ).toEqual(["webhook_deleted", "recipient_deleted"]);
});
