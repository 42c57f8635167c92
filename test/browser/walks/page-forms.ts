// Functions that run in a browser: they find a button, and what its form would post.

/** What is typed, by the name of its control: `true` checks a box, a text selects the option or the box with this value. */
export type Typed = Readonly<Record<string, string | true>>;

export interface Wanted {
  /** The page, if it is not the one that the browser shows. It is parsed as without script. */
  readonly html?: string;
  /** The label. */
  readonly name: string;
  /** Source of an expression for the path that the button posts to. */
  readonly posts: string;
}

/** Returns the first button that a person can press. @throws Error that lists the buttons there are. */
export function findButton({ html, name, posts }: Wanted): HTMLButtonElement {
  const page = html === undefined ? document : new DOMParser().parseFromString(html, "text/html");
  const buttons = [...page.querySelectorAll("button")].map((button) => ({
    button,
    label: (button.ariaLabel ?? button.textContent).replaceAll(/\s+/g, " ").trim(),
    action: button.getAttribute("formaction") ?? button.form?.getAttribute("action") ?? "",
  }));
  const isOffered = (button: HTMLButtonElement) =>
    !button.disabled && button.closest("[hidden], [aria-hidden=true]") === null;
  const found = buttons.find(
    ({ button, label, action }) =>
      label === name && new RegExp(posts).test(action) && isOffered(button),
  );
  if (found !== undefined) return found.button;
  const there = buttons.map(({ label, action }) => `${label} (${action})`).join(", ");
  throw new Error(`No button ${name} posts to ${posts}; the page has: ${there}`);
}

/** Returns the control of the button's form. @throws Error if it has none. */
export function findControl(
  button: HTMLButtonElement,
  [name, value]: readonly [string, string | true],
): Element {
  const named = [...(button.form?.elements ?? [])].filter(
    (one) => one.getAttribute("name") === name && one.getAttribute("type") !== "hidden",
  ) as HTMLInputElement[];
  const isChoice = ({ type }: HTMLInputElement) => type === "checkbox" || type === "radio";
  const found = named.find((one) => !isChoice(one) || value === true || one.value === value);
  if (found === undefined) throw new Error(`The form has no ${name} for ${value}.`);
  return found;
}

/** Returns what pressing the button would post. @param values Of controls that {@link findControl} has found. */
export function readForm(
  button: HTMLButtonElement,
  values: readonly (readonly [Element, string | true])[],
): { readonly action: string; readonly entries: readonly (readonly [string, string])[] } {
  const { form } = button;
  if (form === null) throw new Error("The button has no form.");
  for (const [control, value] of values as readonly [HTMLInputElement, string | true][]) {
    if (control.type === "checkbox" || control.type === "radio") control.checked = true;
    else control.value = String(value);
  }
  return {
    action: button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
    entries: [...new FormData(form, button)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.name,
    ]),
  };
}
