/** The settings of a form that say how its posts are read and answered. */
import type { Form } from "@intray/sdk/schemas";
import type { AppError } from "../../domain/errors.ts";
import { Checkbox, Select, TextArea, TextField } from "../layout/fields.tsx";

const ORIGIN_NAMES: Record<NonNullable<Form["origin_service"]>, string> = {
  basin: "Basin",
  formcarry: "Formcarry",
  formspree: "Formspree",
  formsubmit: "FormSubmit",
  getform: "Getform",
  netlify: "Netlify Forms",
  staticforms: "Static Forms",
  web3forms: "Web3Forms",
};

const ORIGINS = [["", "None"], ...Object.entries(ORIGIN_NAMES)] as const;

export function AnswerFields({
  form,
  error,
}: {
  readonly form: Form;
  readonly error: AppError | undefined;
}) {
  return (
    <fieldset id="thank-you">
      <legend>Redirect and thank-you page</legend>
      <TextField
        name="redirect_url"
        value={form.redirect_url}
        error={error}
        label="Redirect URL"
        hint="Opened after a post. If empty, the thank-you page of this server is shown."
      />
      <TextField
        name="redirect_heading"
        value={form.redirect_heading}
        error={error}
        label="Thank-you heading"
      />
      <TextArea
        name="redirect_message"
        label="Thank-you message"
        value={form.redirect_message}
        error={error}
      />
      <TextField
        name="redirect_button_text"
        value={form.redirect_button_text}
        error={error}
        label="Button text"
        hint="On the thank-you page. If empty, it names the site that it leads to."
      />
      <TextField
        name="redirect_button_url"
        value={form.redirect_button_url}
        error={error}
        label="Button link"
        hint="If empty, the button leads to the page that posted."
      />
      <TextField
        name="redirect_button_background_color"
        value={form.redirect_button_background_color}
        error={error}
        label="Button color"
        hint="Such as #1a7f37. If empty, that of buttons in e-mails."
      />
      <TextField
        name="redirect_button_text_color"
        value={form.redirect_button_text_color}
        error={error}
        label="Button text color"
      />
      <TextField
        name="recaptcha_failed_url"
        value={form.recaptcha_failed_url}
        error={error}
        label="Captcha failure URL"
        hint="Opened after a wrong captcha answer. If empty, such a post is answered as every other."
      />
      <Checkbox
        name="use_ajax"
        label="Always answer with JSON"
        hint="For pages that send the form by a script. Otherwise a browser that opens the form's address gets a page or the redirect, and scripts get JSON."
        checked={form.use_ajax}
      />
      <Select
        name="origin_service"
        label="Previous form service"
        value={form.origin_service ?? ""}
        options={ORIGINS}
        hint="The control fields of that service are read, such as redirect or form-name. Others are data."
        error={error}
      />
    </fieldset>
  );
}
