// Mutations of webhooks: settings, tests, secrets and deletion.
import type { FormWebhook, SigningSecret, WebhookLogList } from "@intray/sdk/schemas";
import { creation } from "./creation.ts";
import type { Mutation, Subject } from "./mutation.ts";
import type { World } from "./world.ts";

const URL = "https://receiver.invalid/";

export function webhookMutations(world: World): Readonly<Record<string, Mutation>> {
  const { record, newName, server, count } = world;
  const create = async (settings: object = {}) => {
    const hook = { form_id: 1, name: newName(), url: URL, ...settings };
    const { id } = await server().create("/form_webhooks", hook);
    return {
      id,
      path: `/dashboard/webhooks/${id}`,
      webhook: () => record<FormWebhook>(`/form_webhooks/${id}`),
    };
  };
  const isTested = async (id: number) =>
    (await record<WebhookLogList>(`/webhook_logs?webhook_id=${id}`)).webhook_logs.length > 0;
  /** The state is whether the secret was replaced, and whether another one is staged. */
  const secret = async (
    button: string,
    done: { readonly isNew: boolean; readonly isStaged: boolean },
    { page = "", isStaged = false } = {},
  ): Promise<Subject> => {
    const { id, path } = await create();
    const secrets = () => record<SigningSecret>(`/form_webhooks/${id}/signing_secret`);
    const { signing_secret: before } = await secrets();
    if (isStaged) {
      const json = { stage: true };
      await server().request("POST", `/form_webhooks/${id}/regenerate_secret`, { json });
    }
    return {
      path: `${path}${page}`,
      button,
      async state() {
        const { signing_secret, next_signing_secret } = await secrets();
        return { isNew: signing_secret !== before, isStaged: next_signing_secret !== null };
      },
      done,
    };
  };

  return {
    "creates a webhook": {
      route: "/webhooks/new",
      subject: creation(world, {
        path: "/dashboard/webhooks/new",
        table: "webhook",
        button: "Create webhook",
        typed: { url: URL },
      }),
    },
    "changes a webhook": {
      route: "/webhooks/:id",
      isChangedMeanwhile: true,
      async subject() {
        const { id, path, webhook } = await create();
        return {
          path,
          button: "Save settings",
          typed: { name: "After" },
          async state() {
            const { name, url } = await webhook();
            return { name, url };
          },
          done: { name: "After", url: URL },
          async meanwhile() {
            const json = { url: `${URL}theirs` };
            await server().request("PATCH", `/form_webhooks/${id}`, { json });
          },
          doneWhenStale: { name: "After", url: `${URL}theirs` },
        };
      },
    },
    "saves a webhook and tests it": {
      route: "/webhooks/:id",
      async subject() {
        const { id, path, webhook } = await create();
        return {
          path,
          button: "Save and send test",
          typed: { name: "After" },
          state: async () => ({ name: (await webhook()).name, isTested: await isTested(id) }),
          done: { name: "After", isTested: true },
        };
      },
    },
    "tests a webhook": {
      route: "/webhooks/:id/test",
      async subject() {
        const { id, path } = await create();
        const button = "Send test with the saved settings";
        return { path, button, state: () => isTested(id), done: true };
      },
    },
    "enables a webhook": {
      route: "/webhooks/:id/enable",
      async subject() {
        const { path, webhook } = await create({ enabled: false });
        const state = async () => (await webhook()).enabled;
        return { path, button: "Enable webhook", state, done: true };
      },
    },
    "deletes a webhook": {
      route: "/webhooks/:id/delete",
      async subject() {
        const name = newName();
        const { id, path } = await create({ name });
        return {
          path,
          button: "Delete webhook permanently",
          typed: { confirm_name: name },
          state: () => count(`webhook where id = ${id}`),
          done: 0,
        };
      },
    },
    "stages a secret": {
      route: "/webhooks/:id/secret/stage",
      subject: () => secret("Stage next secret", { isNew: false, isStaged: true }),
    },
    "activates a secret": {
      route: "/webhooks/:id/secret/activate",
      subject: () =>
        secret("Activate next secret", { isNew: true, isStaged: false }, { isStaged: true }),
    },
    "replaces a secret": {
      route: "/webhooks/:id/secret/replace",
      subject: () =>
        secret("Replace secret", { isNew: true, isStaged: false }, { page: "/secret/replace" }),
    },
  };
}
