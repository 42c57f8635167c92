import type { FieldRule, Form } from "@intray/sdk";
import { describeState } from "@intray/sdk/columns";
import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { BaseCommand } from "../base-command.ts";
import { failure, usageFailure } from "../errors/failure.ts";
import { repeatable } from "../flags/flags.ts";
import { parseApiFields } from "../flags/member-flags.ts";

/** Every submission that this command posts gets this tag. */
const TEST_TAG = "test";

export default class Trigger extends BaseCommand {
  static override summary = "Post a sample to a form, and print what came of it.";
  static override description =
    "The values fit the field rules of the form, except those with a pattern. The post is treated like that of a visitor: it is checked for spam, counted, mailed and sent to webhooks. Then the submission gets the tag test, by which intray submissions list --query tag:test finds it.";
  static override examples = ["intray trigger 3", "intray trigger 3 --field email=ada@example.org"];
  static override args = {
    form: Args.string({
      ignoreStdin: true,
      description: "Form, by id, uuid or name. Default: as for --form of other commands.",
    }),
  };
  static override flags = {
    field: Flags.string({
      char: "F",
      helpValue: "NAME=TEXT",
      ...repeatable,
      description: "Value of this field instead of the sample. Repeatable.",
    }),
  };

  override async run() {
    const { args, flags } = await this.parse(Trigger);
    const given = parseApiFields(flags.field ?? []);
    const ref = await this.formRef(args.form);
    if (ref === undefined)
      throw usageFailure("No form is named.", "intray forms list lists forms.");
    const client = await this.client();
    const form = await client.forms.get(ref);
    const fields = { ...sampleOf(form), ...Object.fromEntries(given) };
    const id = await this.#post(form, fields);
    const submission = await client.submissions.update(id, { tags: [TEST_TAG] });
    const { deliveries } = await client.deliveries.list({ submission_id: id });
    if (!this.jsonEnabled()) {
      await this.out.fields([
        ["id", id],
        ["form", form.name],
        ["state", describeState(submission)],
        ...deliveries.map((one) => [one.destination_name || one.address, one.state] as const),
        ...submission.form_params.map(({ name, value }) => [`> ${name}`, String(value)] as const),
      ]);
    }
    return { submission, deliveries };
  }

  /** Posts like a page of the form's first allowed domain. Returns the id of the submission. */
  async #post(form: Form, fields: Readonly<Record<string, unknown>>): Promise<number> {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      for (const one of [value].flat()) data.append(name, one instanceof File ? one : String(one));
    }
    const post = new Response(data);
    const [domain] = form.allowed_domains;
    const chunks: Buffer[] = [];
    const send = await this.route();
    const { origin, timeoutMs } = await this.connection();
    const status = await send(new URL(`/f/${form.uuid}.json`, origin), {
      method: "POST",
      headers: {
        "content-type": post.headers.get("content-type") ?? "",
        ...(domain !== undefined && { origin: `https://${domain}` }),
      },
      body: Buffer.from(await post.arrayBuffer()),
      signal: AbortSignal.timeout(timeoutMs),
      onChunk: (chunk) => chunks.push(chunk),
    });
    const answer = JSON.parse(Buffer.concat(chunks).toString("utf8")) as PostAnswer;
    if (answer.id !== undefined) return answer.id;
    throw failure(
      "post_refused",
      `Form ${form.id} refused the sample: ${answer.error ?? `HTTP ${status}.`}`,
      { status, hint: "Give the values that it wants: --field NAME=TEXT." },
    );
  }
}

/** Of a post that was stored, or refused. */
type PostAnswer = { readonly id?: number; readonly error?: string };

const TEXT = "This is a test.";

/** Samples by type, where nothing else is asked for. */
const SAMPLES: Readonly<Partial<Record<FieldRule["type"], string>>> = {
  email: "test@example.org",
  url: "https://example.org/",
  tel: "+1 202 555 0100",
  number: "1",
  date: "2026-01-31",
  checkbox: "yes",
};

function sampleOf({ fields }: Pick<Form, "fields">): Readonly<Record<string, unknown>> {
  if (fields.length === 0) return { name: "Test", email: SAMPLES.email, message: TEXT };
  return Object.fromEntries(fields.map((rule) => [rule.name, sampleValue(rule)]));
}

function sampleValue({ type, options, min, max, accept }: FieldRule): unknown {
  if (options !== undefined) return options.slice(0, Math.max(1, Number(min ?? 1)));
  if (type === "file") return new File([TEXT], `test${/\.\w+/.exec(accept ?? "")?.[0] ?? ".txt"}`);
  if (type === "number" || type === "date") return min ?? max ?? SAMPLES[type];
  return SAMPLES[type] ?? TEXT.padEnd(Number(min ?? 0), ".").slice(0, Number(max ?? Infinity));
}
