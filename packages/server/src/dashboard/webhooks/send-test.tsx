/** The buttons that send a test of a webhook, which is always of the saved settings. */
import type { FormWebhook } from "@intray/sdk/schemas";
import { webhookPath } from "./find-webhook.ts";

/** Name and value of the button that saves the settings and then sends a test. */
export const AFTER_SAVING = "after_saving";
export const TEST = "test";

const FORM = "send-test";

export function SendTest({ webhook }: { readonly webhook: FormWebhook }) {
  return (
    <form method="post" id={FORM} action={`${webhookPath(webhook)}/test`} data-test="">
      <button class="main">
        Send test
        <SavedOnly />
      </button>
    </form>
  );
}

/** Without script nobody notices that the settings on the page are others. */
export function SavedOnly() {
  return <noscript> with the saved settings</noscript>;
}

/** Shown by the script instead of sending a test, if the settings on the page are not saved. */
export function UnsavedTest() {
  return (
    <div class="alert" id="unsaved-test" role="alert" hidden>
      <p>The settings on this page have unsaved changes.</p>
      <div class="row">
        <button form="webhook-settings" name={AFTER_SAVING} value={TEST}>
          Save and send test
        </button>
        <button form={FORM} data-saved="">
          Send test with the saved settings
        </button>
      </div>
    </div>
  );
}
