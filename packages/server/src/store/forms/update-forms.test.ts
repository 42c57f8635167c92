import { RECIPIENTS, useFixture } from "../../../test/fixture.ts";
import type { FormChange } from "../../domain/form.ts";
import { createForm, updateForms } from "./forms.ts";

const fixture = useFixture();

it("changes 500 forms by as many statements as 5, their recipients, digests and answers too", async () => {
  const { db, box } = fixture;
  const ids: number[] = [];
  for (let n = 0; n < 505; n += 1) {
    const uuid = (0xc000 + n).toString(16).padStart(12, "0");
    const settings = { name: `Form ${n}`, notification_emails: `own${n}@example.org` };
    const made = { account_id: 1, uuid, settings, recipients: RECIPIENTS, now: 1 };
    ids.push((await createForm(db, made, box)).id);
  }
  const counted = async (own: readonly number[], settings: FormChange) => {
    let statements = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        return result;
      },
    });
    const forms = own.map((id) => ({ id }));
    const change = {
      account_id: 1,
      forms,
      settings,
      isPreview: false,
      recipients: RECIPIENTS,
      now: 2,
    };
    const changed = await updateForms(counting, change, box);
    expect(changed.filter(({ isChanged }) => isChanged)).toHaveLength(own.length);
    return statements;
  };
  const [few, many] = [ids.slice(0, 5), ids.slice(5)];

  for (const { digests, urls, ...settings } of [
    {
      notification_schedule: "daily",
      autoreply: true,
      project_id: 1,
      digests: 505,
      urls: ["", "own400@example.org"],
    },
    {
      notification_schedule: "off",
      notification_emails: "b@example.org, a@example.org",
      digests: 0,
      urls: ["", "a@example.org", "b@example.org"],
    },
    { autoreply: false, notification_emails: "", digests: 0, urls: [] },
  ] as const) {
    const [ofFew, ofMany] = [await counted(few, settings), await counted(many, settings)];

    expect(ofMany - ofFew).toBeLessThanOrEqual(1);
    const { id: form_id } = await fixture.row("form", ["id"], { name: "Form 400" });
    const rows = await fixture.rows("webhook", ["url"], { form_id });
    expect(rows.map(({ url }) => url.replace("mailto:", "")).toSorted()).toEqual(urls);
    expect(await db.selectFrom("digest").select("form_id").execute()).toHaveLength(digests);
  }
});
