/** What somebody asked for before signing in or proving who they are, and that is done afterward. */
import { LinkButton } from "../layout/fields.tsx";
import { showCard } from "../layout/page.tsx";
import { type Posted, readPosted } from "../http/body.ts";
import type { DashboardContext } from "../http/env.ts";
import { returnAddress } from "../http/notice.ts";

const HOME = "/dashboard";
/** A longer body would not fit into the next request together with its own encoding. */
const MAX_KEPT_CHARACTERS = 300_000;

/** Where to go after signing in, and what to do there. */
export interface AfterSignIn {
  /** An address of the dashboard. */
  readonly next: string;
  /** The URL-encoded body that was posted to `next`; `undefined` if `next` is only opened. */
  readonly kept?: string | undefined;
}

/** Reads where the form leads to, and the body that it has kept. */
export const readAfter = (posted: Posted): AfterSignIn => ({
  next: returnAddress(posted.text("next"), HOME),
  kept: posted.texts("kept")[0]?.slice(0, MAX_KEPT_CHARACTERS),
});

/** The values that {@link readAfter} reads. */
export const afterValues = ({ next, kept }: AfterSignIn) => ({
  next,
  ...(kept === undefined ? {} : { kept }),
});

/** What a request asks for; `undefined` if it is not kept: it is too long, has a password, or is signing out. */
export async function keepRequest(c: DashboardContext): Promise<AfterSignIn | undefined> {
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method === "GET") return { next: pathname + search };
  // A code is not kept, but what was asked for before it.
  if (pathname === `${HOME}/confirm`) return readAfter(await readPosted(c));
  const body = await c.req.text();
  const names = [...new URLSearchParams(body).keys()];
  const isKept =
    body.length <= MAX_KEPT_CHARACTERS &&
    !pathname.endsWith("/sign-out") &&
    !names.some((name) => name.includes("password"));
  return isKept ? { next: pathname + search, kept: body } : undefined;
}

/** Opens the next page, or posts what was kept to where it was meant for: the script immediately, otherwise a button. */
export function goOn(
  c: DashboardContext,
  { next, kept }: AfterSignIn,
  email: string | null,
): Response | Promise<Response> {
  if (kept === undefined) return c.redirect(next, 303);
  return showCard(c, {
    title: "Signed in",
    content: (
      <>
        <p>
          {`You are signed in as ${email ?? "the owner"}. What you asked for before has not been done yet.`}
        </p>
        <KeptPost next={next} kept={kept} isAtOnce />
      </>
    ),
  });
}

/** Posts what was kept. @param props.isAtOnce By the script, without a click. */
export const KeptPost = (props: {
  readonly next: string;
  readonly kept: string;
  readonly isAtOnce?: boolean;
}) => (
  <form
    class="row"
    method="post"
    action={props.next}
    {...(props.isAtOnce === true && { "data-post-at-once": "" })}
  >
    {[...new URLSearchParams(props.kept)].map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button class="main">Continue</button>
    <LinkButton to={HOME} label="Cancel" />
  </form>
);
