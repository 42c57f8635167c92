/** Warns while posts to a form come without an answer to its captcha. */

/** Posts of this time count. */
export const UNANSWERED_FOR_MS = 7 * 24 * 60 * 60 * 1_000;

export function CaptchaWarning() {
  return (
    <p class="notice" role="note">
      Posts come without an answer to the form's captcha, and are stored as spam: the captcha is not
      on the page. Visitors whose browser opens the form's address are shown the captcha; scripts
      get an error. Add the captcha of the HTML snippet to the page.
    </p>
  );
}
