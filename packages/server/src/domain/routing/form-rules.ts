/** The rules of a form: what happens with a post by what was written, and to which destinations it does not go. */
import type { Form } from "@intray/sdk/schemas";
import { invalid } from "../errors.ts";
import { normalTagChange } from "../submission/tags.ts";
import { compileFilter, fullBudget } from "./filter.ts";

export type FormRule = Readonly<NonNullable<Form["rules"]>[number]>;

/** In `skip`: the automatic answer to the submitter. */
export const ANSWER = "automatic_answer";
/** In `skip`: everybody who gets the submission by `notify_people`. */
export const PEOPLE = "people";

/** Returns the rules as they are stored. @throws AppError `invalid`, with the path of the first mistake. */
export function normalRules(rules: readonly FormRule[]): FormRule[] {
  const budget = fullBudget();
  const names = new Map<string, number>();
  return rules.map((rule, index) => {
    const at = `rules.${index}`;
    const before = names.get(rule.name);
    if (before !== undefined) {
      throw invalid(
        `${at}.name`,
        `Two rules have the name "${rule.name}" (numbers ${before + 1} and ${index + 1}). Rename one of them.`,
      );
    }
    names.set(rule.name, index);
    compileFilter(rule.when, `${at}.when`, budget);
    return { ...rule, then: rule.then.map((action, n) => normalAction(action, `${at}.then.${n}`)) };
  });
}

/** The rules of a copied form. What was not copied with it cannot be skipped. @param copies Ids of webhooks by those they had. */
export const ofCopiedWebhooks = (
  rules: readonly FormRule[],
  copies: ReadonlyMap<number, number>,
): FormRule[] =>
  rules.map((rule) => ({
    ...rule,
    then: rule.then.map(({ skip, ...action }) => {
      const kept = skip?.flatMap((one) =>
        typeof one === "string" ? one : (copies.get(one) ?? []),
      );
      return kept === undefined ? action : { ...action, skip: kept };
    }),
  }));

function normalAction({ tag, ...action }: FormRule["then"][number], at: string) {
  if (tag === undefined) return action;
  const [normal = tag] = normalTagChange({ add_tags: [tag] }, at).add_tags;
  return { ...action, tag: normal };
}
