/** A button that asks the browser for a passkey. Without script it is not shown. */
import type { Child } from "hono/jsx";
import { Hidden, type HiddenValues } from "../layout/fields.tsx";
import { passkeyProblem } from "./passkeys.ts";

interface PasskeyFormProps {
  /** Gets the browser's answer as `response`. */
  readonly action: string;
  /** Answers a POST with what the browser is asked. */
  readonly options: string;
  readonly button: string;
  readonly publicUrl: string;
  readonly values?: HiddenValues;
  readonly children?: Child;
}

export function PasskeyForm(props: PasskeyFormProps) {
  const { action, options, button, publicUrl, values = {}, children } = props;
  const problem = passkeyProblem(publicUrl);
  if (problem !== undefined) return <p class="soft">{problem}</p>;
  return (
    <form class="fields" method="post" action={action} data-passkey={options} hidden>
      <Hidden values={{ ...values, response: "" }} />
      {children}
      <div class="row">
        <button>{button}</button>
      </div>
      <p class="wrong" role="alert" />
    </form>
  );
}
