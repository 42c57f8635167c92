// Mutations that send submissions again.
import type { Mutation, Subject } from "./mutation.ts";
import type { World } from "./world.ts";

interface Ids {
  readonly webhook: number;
  readonly submission: number;
  readonly delivery: number;
}

export function refireMutations(world: World): Readonly<Record<string, Mutation>> {
  const { server, count } = world;
  /** The submission of a failed delivery is sent again: the state is its number of deliveries. */
  const sentAgain = async (
    subject: (ids: Ids) => Pick<Subject, "path" | "button" | "action">,
    { isDelivered = false, doneTwice = 2 } = {},
  ): Promise<Subject> => {
    const ids = await world.failedDelivery();
    if (isDelivered) {
      const { delivery, submission } = ids;
      const succeeded = "update delivery set state = 'succeeded', reason = null where id = ?";
      await server().sql(succeeded, delivery);
      await server().sql("update submission set webhook_sent_at = 7 where id = ?", submission);
    }
    return {
      ...subject(ids),
      state: () => count(`delivery where submission_id = ${ids.submission}`),
      done: 2,
      doneTwice,
    };
  };
  const delivery = ({ webhook, delivery: id }: Ids) => ({
    path: `/dashboard/deliveries?webhook_id=${webhook}`,
    button: `Re-fire delivery ${id} to Receiver`,
  });
  const submission = ({ submission: id }: Ids) => ({
    path: `/dashboard/submissions/${id}`,
    button: "Re-fire webhooks",
  });

  return {
    "re-fires the failed deliveries of a webhook": {
      route: "/webhooks/:id/refire",
      // The new delivery waits for a retry, so there is none to re-fire any more.
      subject: () =>
        sentAgain(({ webhook }) => ({
          path: `/dashboard/webhooks/${webhook}`,
          button: "Re-fire failed deliveries",
        })),
    },
    "re-fires a failed delivery": {
      route: "/deliveries/:id/refire",
      subject: () => sentAgain(delivery, { doneTwice: 3 }),
    },
    "re-fires a delivery that was accepted": {
      route: "/deliveries/:id/refire",
      subject: () => sentAgain(delivery, { isDelivered: true, doneTwice: 3 }),
      confirm: "Send again",
    },
    "re-fires a submission": {
      route: "/submissions/:id/refire",
      subject: () => sentAgain(submission, { doneTwice: 3 }),
    },
    "re-fires a submission that was accepted": {
      route: "/submissions/:id/refire",
      subject: () => sentAgain(submission, { isDelivered: true, doneTwice: 3 }),
      confirm: "Send all again",
    },
  };
}
