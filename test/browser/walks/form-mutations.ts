// Mutations of forms: their settings, fields, e-mails and recipients, and their deletion.
import type { Form, RecipientList } from "@intray/sdk/schemas";
import { creation } from "./creation.ts";
import type { Mutation, Subject } from "./mutation.ts";
import type { World } from "./world.ts";

const CONSUMER = JSON.stringify({ act: "list", name: "worker", at: 1 });
const LOGO = "https://example.org/logo.png";

export function formMutations(world: World): Readonly<Record<string, Mutation>> {
  const { record, newName, server } = world;
  const create = async (name = newName()) => {
    const { id } = await server().create("/forms", { name });
    return { id, path: `/dashboard/forms/${id}` };
  };
  const change = async (id: number, form: Partial<Form>) => {
    await server().request("PATCH", `/forms/${id}`, { json: { form } });
  };
  const members = async (id: number, names: readonly (keyof Form)[]) => {
    const form = await record<Form>(`/forms/${id}`);
    return Object.fromEntries(names.map((name) => [name, form[name]]));
  };
  /** A form with one recipient. @param before Is done to the address. */
  const recipient = async (
    label: string,
    before: string,
    isDone: (recipients: RecipientList, address: string) => boolean,
  ): Promise<Subject> => {
    const { id, path } = await create();
    const address = `recipient-${id}@example.org`;
    await change(id, { notification_emails: address });
    await server().sql(`update mail_address set ${before} = 1 where address = ?`, address);
    return {
      path,
      button: `${label}: ${address}`,
      state: async () => isDone(await record<RecipientList>(`/forms/${id}/recipients`), address),
      done: true,
    };
  };

  return {
    "creates a form": {
      route: "/forms",
      subject: creation(world, { path: "/dashboard/forms", table: "form", button: "Create form" }),
    },
    "changes the settings of a form": {
      route: "/forms/:form_id",
      isChangedMeanwhile: true,
      async subject() {
        const { id, path } = await create();
        return {
          path,
          button: "Save settings",
          typed: { name: "After" },
          state: () => members(id, ["name", "redirect_heading"]),
          done: { name: "After", redirect_heading: null },
          meanwhile: () => change(id, { redirect_heading: "Danke" }),
          doneWhenStale: { name: "After", redirect_heading: "Danke" },
        };
      },
    },
    "changes the e-mail settings of a form": {
      route: "/forms/:form_id/email",
      isChangedMeanwhile: true,
      async subject() {
        const { id, path } = await create();
        return {
          path,
          button: "Save e-mail settings",
          typed: { notification_subject: "After" },
          state: () => members(id, ["notification_subject", "logo"]),
          done: { notification_subject: "After", logo: null },
          meanwhile: () => change(id, { logo: LOGO }),
          doneWhenStale: { notification_subject: "After", logo: LOGO },
        };
      },
    },
    "changes the fields of a form": {
      route: "/forms/:form_id/fields",
      isChangedMeanwhile: true,
      async subject() {
        const { id, path } = await create();
        const theirs = [{ name: "city", type: "text" as const }];
        return {
          path: `${path}/fields`,
          button: "Save fields",
          typed: { name_0: "zip" },
          state: async () => (await record<Form>(`/forms/${id}`)).fields,
          done: [{ name: "zip", type: "text" }],
          meanwhile: () => change(id, { fields: theirs }),
          doneWhenStale: theirs,
          whenStale: "Nothing was saved yet.",
        };
      },
    },
    "lets opening mark as done": {
      route: "/forms/:form_id/opening",
      async subject() {
        const { id, path } = await create();
        return {
          path,
          button: "Save",
          typed: { opening_marks_read: true },
          state: async () => (await record<Form>(`/forms/${id}`)).opening_marks_read,
          done: true,
        };
      },
    },
    "forgets the program of a queue": {
      route: "/forms/:form_id/opening/forget",
      async subject() {
        const { id, path } = await create();
        await server().sql("update form set queue_consumer = ? where id = ?", CONSUMER, id);
        return {
          path,
          button: "Forget this program",
          state: async () => (await record<Form>(`/forms/${id}`)).queue_consumer,
          done: null,
        };
      },
    },
    "asks a recipient again": {
      route: "/forms/:form_id/recipients/confirm",
      subject: () =>
        recipient(
          "Ask again",
          "confirmation_sent_at",
          ({ recipients }) => Date.parse(recipients[0]?.confirmation_sent_at ?? "") > 1,
        ),
    },
    "releases a suppressed address": {
      route: "/forms/:form_id/recipients/release",
      subject: () =>
        recipient("Release", "suppressed_at", ({ suppressed }, address) =>
          suppressed.every((one) => one.address !== address),
        ),
    },
    "deletes a form": {
      route: "/forms/:form_id/delete",
      async subject() {
        const name = newName();
        const { id, path } = await create(name);
        return {
          path,
          button: "Delete form permanently",
          typed: { confirm_name: name },
          state: async () => (await server().request("GET", `/forms/${id}`)).status,
          done: 404,
        };
      },
    },
  };
}
