/** `/dashboard/forms/<id>/rules`: what happens with posts by what was written. */
import type { Form } from "@intray/sdk/schemas";
import { ANSWER, type FormRule, PEOPLE } from "../../domain/routing/form-rules.ts";
import { MASK } from "../../domain/delivery/webhook.ts";
import type { Posted } from "../http/body.ts";
import { Checkbox, Select, TextField } from "../layout/fields.tsx";
import { FilterHint, FilterRows, readFilter } from "../layout/filter-rows.tsx";

const MAX_RULES = 51;

type Action = FormRule["then"][number];

/** Returns the typed rules as the API expects them, unvalidated. Rules without a name are left out. */
export function readFormRules(posted: Posted): FormRule[] {
  const rules: FormRule[] = [];
  for (let n = 0; n < MAX_RULES && posted.isOnPage(`rule_${n}_name`); n += 1) {
    const at = `rule_${n}`;
    const assign = posted.text(`${at}_assign`);
    const skip = posted.texts(`${at}_skip`).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
    const then: Action[] = [
      ...posted
        .text(`${at}_tags`)
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== "")
        .map((tag) => ({ tag })),
      ...(assign === "" ? [] : [{ assign: Number(assign) }]),
      ...(posted.has(`${at}_spam`) ? [{ spam: true as const }] : []),
      ...(skip.length === 0 ? [] : [{ skip }]),
    ];
    const rule = {
      name: posted.text(`${at}_name`).trim(),
      when: readFilter(posted, `${at}_when`),
      then,
    };
    rules.push({ ...rule, ...(posted.has(`${at}_stop`) && { stop: true }) });
  }
  return rules.filter(({ name }) => name !== "");
}

/** As {@link readFormRules} returns them if nothing is changed on the page: each act in its place, once. */
export const storedFormRules = (rules: readonly FormRule[]): FormRule[] =>
  rules.map(({ name, when, then, stop }) => {
    const { tags, assign, isSpam, skip } = actsOf(then);
    return {
      name,
      when,
      then: [
        ...tags.map((tag) => ({ tag })),
        ...(assign === undefined ? [] : [{ assign }]),
        ...(isSpam ? [{ spam: true as const }] : []),
        ...(skip.length === 0 ? [] : [{ skip }]),
      ],
      ...(stop === true && { stop: true }),
    };
  });

const actsOf = (then: FormRule["then"]) => ({
  tags: then.flatMap(({ tag }) => tag ?? []),
  assign: then.findLast(({ assign }) => assign !== undefined)?.assign,
  isSpam: then.some(({ spam }) => spam === true),
  skip: then.flatMap((one) => one.skip ?? []),
});

export interface RulesProps {
  readonly form: Form;
  readonly people: readonly { readonly id: number; readonly email: string }[];
}

const NEW_RULE: FormRule = { name: "", when: {}, then: [] };

/** The rules and an empty one. */
export const RuleInputs = ({ form, people }: RulesProps) => (
  <>
    <FilterHint />
    {[...(form.rules ?? []), NEW_RULE].map((rule, n) => (
      <RuleInput rule={rule} n={n} form={form} people={people} />
    ))}
  </>
);

function RuleInput({
  rule,
  n,
  form,
  people,
}: RulesProps & { readonly rule: FormRule; readonly n: number }) {
  const at = `rule_${n}`;
  const member = `rules.${n}`;
  const { tags, assign, isSpam, skip } = actsOf(rule.then);
  const destinations = destinationsOf(form);
  const others = skip.filter(
    (one) => one !== MASK && !destinations.some(([value]) => value === String(one)),
  );
  return (
    <fieldset class="rule">
      <legend>{rule.name === "" ? "New rule" : rule.name}</legend>
      <TextField
        name={`${at}_name`}
        label="Name"
        value={rule.name}
        member={`${member}.name`}
        hint="A rule without a name is removed."
      />
      <FilterRows at={`${at}_when`} member={`${member}.when`} filter={rule.when} />
      <div class="halves">
        <TextField
          name={`${at}_tags`}
          label="Add tags"
          value={tags.join(", ")}
          hint="Separated by commas."
        />
        <Select
          name={`${at}_assign`}
          label="Assign to"
          value={assign === undefined ? "" : String(assign)}
          options={[["", "Nobody"], ...people.map(({ id, email }) => [String(id), email] as const)]}
          other="A person who was removed"
        />
      </div>
      <Checkbox name={`${at}_spam`} label="Mark as spam" checked={isSpam} />
      {[...destinations, ...others.map((one) => [String(one), String(one)] as const)].map(
        ([value, label]) => (
          <Checkbox
            name={`${at}_skip`}
            id={`${at}_skip_${value}`}
            value={value}
            label={`Do not send to ${label}`}
            checked={skip.map(String).includes(value)}
          />
        ),
      )}
      <Checkbox
        name={`${at}_stop`}
        label="Stop here: later rules are not asked"
        checked={rule.stop === true}
      />
    </fieldset>
  );
}

/** What rules can skip: value and label. */
function destinationsOf(form: Form): readonly (readonly [string, string])[] {
  const addresses = [
    form.notification_emails,
    form.notification_cc_emails,
    form.notification_bcc_emails,
  ].flatMap((list) => list.split(",").map((one) => one.trim()));
  return [
    ...form.form_webhooks.map(({ id, name }) => [String(id), `the webhook ${name}`] as const),
    ...addresses.filter((one) => one !== "").map((one) => [one, one] as const),
    ...(form.notify_people ? [[PEOPLE, "everybody with access (as a notification)"] as const] : []),
    [ANSWER, "the submitter (automatic answer)"],
  ];
}
