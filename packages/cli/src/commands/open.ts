import * as Args from "@oclif/core/args";
import { BaseCommand } from "../base-command.ts";
import { dashboardPage } from "../config/settings.ts";
import { usageFailure } from "../errors/failure.ts";
import { formFlag } from "../flags/flags.ts";
import { parseId } from "../flags/ids.ts";
import { findForm } from "../records/find-form.ts";
import { openPage } from "../terminal/open-page.ts";

/** A uuid of a form may consist of digits. */
const SUBMISSION_ID = /^(?!\d{12}$)\d+$/;

export default class Open extends BaseCommand {
  static override summary = "Open a page of the dashboard in the browser, and print its address.";
  static override description =
    "A number is the id of a submission, other words are the uuid or the name of a form. Without them it opens the overview. Needs no key, except to find a form by its name.";
  static override examples = ["intray open", "intray open 42", "intray open --form 3"];
  static override args = {
    page: Args.string({
      ignoreStdin: true,
      description: "Id of a submission, or uuid or name of a form.",
    }),
  };
  static override flags = { form: formFlag({ description: "Open the page of this form." }) };

  override async run(): Promise<{ readonly url: string }> {
    const { args, flags } = await this.parse(Open);
    if (args.page !== undefined && flags.form !== undefined) {
      throw usageFailure("Two pages are named.", `Remove --form or ${args.page}.`);
    }
    const url = dashboardPage(
      (await this.settings()).baseUrl,
      await this.#path(args.page, flags.form),
    );
    const isOpen = await openPage(url, this.environment.browser);
    this.out.note(isOpen ? "Opening the page in the browser." : "No browser could be started.");
    if (!this.jsonEnabled()) await this.out.line(url);
    return { url };
  }

  async #path(page: string | undefined, form = page): Promise<string> {
    if (form === undefined) return "";
    if (page !== undefined && SUBMISSION_ID.test(page)) return `/submissions/${parseId(page)}`;
    return `/forms/${await findForm(form, () => this.client())}`;
  }
}
