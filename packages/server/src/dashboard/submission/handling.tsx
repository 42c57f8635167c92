/** Who takes care of a submission, and until which day people do not have it to do. */
import type { Hono } from "hono";
import { useContext } from "hono/jsx";
import type { Submission } from "@intray/sdk/schemas";
import { invalid } from "../../domain/errors.ts";
import { dayOf, dayRange, labelWithZone, ZoneContext } from "../format/zone.ts";
import { byId, dataOf } from "../http/api-client.ts";
import type { DashboardEnv, DashboardParts } from "../http/env.ts";
import { Card } from "../layout/card.tsx";
import { PostForm, Select, TextField } from "../layout/fields.tsx";
import { type FormProps, saveForm, type ShowAgain, typedIn } from "./save-form.ts";

/** The day in the zone until which a submission is snoozed; empty if it is not. */
function snoozeDay({ snoozed_until }: Submission, zone: string, now: number): string {
  const until = Date.parse(snoozed_until ?? "");
  return until > now ? dayOf(zone, until) : "";
}

/** Returns the first moment of a day in the zone as ISO 8601. @throws AppError `invalid` unless it is in the future. */
export function startOfLaterDay(zone: string, day: string, now: number): string {
  const { start = now } = dayRange(zone, day) ?? {};
  if (start > now) return new Date(start).toISOString();
  throw invalid(
    "snoozed_until",
    `"${day.slice(0, 40)}" is not a day after today. Choose a later day.`,
  );
}

export function addHandlingRoute(
  routes: Hono<DashboardEnv>,
  { clock }: Pick<DashboardParts, "clock">,
  showAgain: ShowAgain,
): void {
  routes.post("/:id/handling", (c) =>
    saveForm(c, {
      form: "handling",
      card: "handling",
      showAgain,
      async save(posted, submission) {
        const zone = c.var.zone.name;
        const now = clock.now();
        const day = posted.text("snooze");
        const assignee = posted.text("assignee") || null;
        const isNewDay = day !== snoozeDay(submission, zone, now);
        const until = isNewDay && day !== "" ? startOfLaterDay(zone, day, now) : null;
        const change = {
          ...(posted.isOnPage("assignee") && assignee !== submission.assignee ? { assignee } : {}),
          ...(isNewDay ? { snoozed_until: until } : {}),
        };
        const params = { ...byId(submission.id), body: { submission: change } };
        dataOf(await c.var.api.PATCH("/api/v1/submissions/{id}", params));
        return day === "" ? "Saved." : `Saved. Snoozed until ${day}.`;
      },
    }),
  );
}

interface HandlingProps extends FormProps {
  readonly people: readonly { readonly email: string }[];
  readonly now: number;
}

export function Handling({ submission, people, query, now, unsaved }: HandlingProps) {
  const zone = useContext(ZoneContext);
  const { id, assignee = null } = submission;
  const typed = typedIn(unsaved, "handling");
  const canAssign = people.length > 1 || assignee !== null;
  return (
    <Card id="handling" title={canAssign ? "Assignee and snooze" : "Snooze"}>
      <PostForm
        action={`/dashboard/submissions/${id}/handling${query}`}
        error={typed?.error}
        button="Save"
        look="other"
      >
        {canAssign ? (
          <Select
            name="assignee"
            label="Assigned to"
            value={assignee}
            options={[["", "Nobody"], ...people.map(({ email }) => [email, email] as const)]}
          />
        ) : null}
        <TextField
          name="snooze"
          member="snoozed_until"
          type="date"
          label={labelWithZone("Snooze until", zone)}
          hint="It comes back to the list To do on this day. Programs that read the queue get it anyway."
          value={typed?.posted.text("snooze") ?? snoozeDay(submission, zone.name, now)}
        />
      </PostForm>
    </Card>
  );
}
