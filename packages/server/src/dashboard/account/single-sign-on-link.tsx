/** The way to the provider, for pages on which somebody signs in or proves again who they are. */
import type { Provider } from "../../oidc/provider.ts";
import { LinkButton } from "../layout/fields.tsx";
import { type AfterSignIn, KeptPost } from "./after-sign-in.tsx";

const START = "/dashboard/sign-in/single-sign-on";

/** The address that leads to the provider, and then to `next`. @param isAgain Asks the provider not to rely on a session there. */
export const startAddress = (next: string, isAgain = false): string =>
  `${START}?next=${encodeURIComponent(next)}${isAgain ? "&again=" : ""}`;

type LinkProps = AfterSignIn & { readonly provider: Provider; readonly isAgain?: boolean };

/** A body that is kept does not fit through the provider: it stays on this page, and the link opens another one. */
export const SingleSignOnLink = ({ provider: { name }, next, kept, isAgain }: LinkProps) =>
  kept === undefined ? (
    <p>
      <LinkButton to={startAddress(next, isAgain)} label={`Sign in with ${name}`} look="main" />
    </p>
  ) : (
    <>
      <p>
        <a class="button main" target="_blank" href={startAddress("/dashboard", isAgain)}>
          {`Sign in with ${name}`}
        </a>
      </p>
      <p>{`After you have signed in with ${name}, continue here.`}</p>
      <KeptPost next={next} kept={kept} />
    </>
  );
