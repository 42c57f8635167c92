// What people and time do: post, re-fire, disable, mark, delete, set the clock.
import { sql } from "kysely";
import { AppError } from "../../packages/server/src/domain/errors.ts";
import {
  refireDelivery,
  refireSubmissions,
} from "../../packages/server/src/store/deliveries/refires.ts";
import { updateSubmissions } from "../../packages/server/src/store/submissions/submission-changes.ts";
import { deleteSubmission } from "../../packages/server/src/store/submissions/submissions.ts";
import { newSubmission } from "../../packages/server/test/fixture.ts";
import type { OutboxModel } from "./outbox-model.ts";
import { end, inState, LEASE_MS, RETRY_MS, returnToQueue, withdraw } from "./outbox-model.ts";
import { ACCOUNT, adopt, compare, type OutboxCommand, queued } from "./outbox-rows.ts";
import { pick } from "./runs.ts";

const SKIPPED = { state: "skipped", reason: "webhook_disabled", next_attempt_at: null } as const;

const hasSubmission = (model: Readonly<OutboxModel>) => model.submissions.size > 0;

export const accept: OutboxCommand = {
  name: "accept",
  async run(model, real, choice) {
    const isSpam = choice % 4 === 0;
    model.count += 1;
    const { id } = await real.accept(
      newSubmission(model.count, { now: model.now, spam: isSpam ? 1 : 0, duplicate_window_ms: 0 }),
    );
    model.submissions.set(id, { spam: isSpam, trash: false });
    const wanted = [...model.webhooks].filter(([, { isHamOnly }]) => !isSpam || !isHamOnly);
    await adopt(
      model,
      real,
      wanted.map(([webhook_id, { enabled }]) =>
        enabled
          ? queued(model, id, webhook_id, "intake")
          : { ...queued(model, id, webhook_id, "intake"), ...SKIPPED },
      ),
    );
  },
};

export const refire: OutboxCommand = {
  name: "refire",
  check: hasSubmission,
  async run(model, real, choice) {
    const submission_id = pick([...model.submissions.keys()], choice);
    await real.transact((db) =>
      refireSubmissions(db, {
        ...ACCOUNT,
        submission_ids: [submission_id],
        trigger: "refire",
        now: model.now,
      }),
    );
    const enabled = [...model.webhooks].filter(([, webhook]) => webhook.enabled).map(([id]) => id);
    supersede(model, submission_id, enabled);
    await adopt(
      model,
      real,
      enabled.map((id) => queued(model, submission_id, id, "refire")),
    );
  },
};

export const refireLogEntry: OutboxCommand = {
  name: "refire one",
  check: (model) => model.deliveries.size > 0,
  async run(model, real, choice) {
    const { id, submission_id, webhook_id } = pick([...model.deliveries.values()], choice);
    const isEnabled = model.webhooks.get(webhook_id)?.enabled === true;
    const refired = real.transact((db) => refireDelivery(db, { id, ...ACCOUNT, now: model.now }));
    if (!isEnabled) {
      await expect(refired).rejects.toBeInstanceOf(AppError);
      return compare(model, real);
    }
    await refired;
    supersede(model, submission_id, [webhook_id]);
    return adopt(model, real, [queued(model, submission_id, webhook_id, "refire_log")]);
  },
};

function supersede(model: OutboxModel, submissionId: number, webhooks: readonly number[]): void {
  for (const delivery of inState(model, "queued")) {
    const isSame =
      delivery.submission_id === submissionId && webhooks.includes(delivery.webhook_id);
    if (isSame) end(delivery, "canceled", "superseded");
  }
}

export const toggle: OutboxCommand = {
  name: "disable or enable",
  async run(model, real, choice) {
    const id = pick([...model.webhooks.keys()], choice);
    const webhook = model.webhooks.get(id);
    if (webhook === undefined) return;
    webhook.enabled = !webhook.enabled;
    const enabled = webhook.enabled ? 1 : 0;
    await sql`update webhook set enabled = ${enabled} where id = ${id}`.execute(real.db);
  },
};

export const mark: OutboxCommand = {
  name: "mark",
  check: hasSubmission,
  async run(model, real, choice) {
    const [id, flags] = pick([...model.submissions], choice);
    const change = pick(
      [
        { spam: true },
        { spam: false },
        { trash: true },
        { trash: false },
        { spam: false, trash: false },
      ],
      Math.floor(choice / 11),
    );
    await real.transact((db) =>
      updateSubmissions(db, { ...ACCOUNT, submission_ids: [id], change, now: model.now }),
    );
    const before = { ...flags };
    Object.assign(flags, change);
    const wasOut = before.spam || before.trash;
    const isOut = flags.spam || flags.trash;
    const added = wasOut && !isOut ? returnToQueue(model, id) : [];
    if ((flags.spam && !before.spam) || (flags.trash && !before.trash)) withdraw(model, id);
    await adopt(
      model,
      real,
      added.map((webhook) => queued(model, id, webhook, "ham")),
    );
  },
};

export const remove: OutboxCommand = {
  name: "delete",
  check: hasSubmission,
  async run(model, real, choice) {
    const id = pick([...model.submissions.keys()], choice);
    await real.transact((db) => deleteSubmission(db, { id, ...ACCOUNT, now: model.now }));
    model.submissions.delete(id);
    for (const delivery of model.deliveries.values()) {
      if (delivery.submission_id === id) model.deliveries.delete(delivery.id);
    }
    await compare(model, real);
  },
};

const STEPS_MS = [1_000, RETRY_MS, LEASE_MS, 3_600_000, -1_000, -600_000];

export const step: OutboxCommand = {
  name: "clock step",
  async run(model, _real, choice) {
    model.now += pick(STEPS_MS, choice);
  },
};
