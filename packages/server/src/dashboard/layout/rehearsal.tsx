/** What a change would have done, shown above the button that saves it. */
import type { Rehearsal } from "@intray/sdk/schemas";

/** The page answers with {@link Rehearsed}, which may be far below its top. */
export const RehearseButton = ({ action }: { readonly action: string }) => (
  <button formaction={`${action}/rehearsal#rehearsal`}>What would this have done?</button>
);

const MAX_LINKS = 10;

/** Nothing without an answer. */
export const Rehearsed = ({ answer }: { readonly answer: Rehearsal | undefined }) =>
  answer === undefined ? null : (
    <fieldset id="rehearsal">
      <legend>What this would have done</legend>
      <ul>
        {answer.summary.map(({ text, ids }) => (
          <li>
            {text}
            {ids.slice(0, MAX_LINKS).map((id) => (
              <>
                {" "}
                <a href={`/dashboard/submissions/${id}`}>{`#${id}`}</a>
              </>
            ))}
            {ids.length > MAX_LINKS ? " …" : null}
          </li>
        ))}
      </ul>
      {answer.not_judged.map(({ member, message }) => (
        <p class="hint">{`${member}: ${message}`}</p>
      ))}
      <p class="hint">Nothing was saved.</p>
    </fieldset>
  );
