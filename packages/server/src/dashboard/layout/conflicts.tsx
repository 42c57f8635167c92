/** Settings that two people have changed: both values, and the choice between them. */
import { choiceOf, type Conflict, ORIGINAL } from "../http/own-changes.ts";
import { Hidden } from "./fields.tsx";
import { Text } from "./user-text.tsx";

interface ConflictsProps {
  /** What the form was rendered with; `undefined` for a new record. */
  readonly original: object | undefined;
  readonly conflicts?: readonly Conflict[];
}

/** Belongs into the form of the settings: what they are compared with when they are posted, and what differs. */
export function Conflicts({ original, conflicts = [] }: ConflictsProps) {
  if (original === undefined) return null;
  const remembered = <Hidden values={{ [ORIGINAL]: JSON.stringify(original) }} />;
  if (conflicts.length === 0) return remembered;
  return (
    <div class="alert" id="conflicts" role="alert">
      {remembered}
      <p>
        <strong>Nothing was saved yet.</strong> Somebody else changed the same settings after this
        page was opened. Choose what to keep, and save again.
      </p>
      {conflicts.map(({ setting, mine, theirs }) => (
        <fieldset>
          <legend>{labelOf(setting)}</legend>
          <Choice setting={setting} choice="theirs" label="Theirs" value={theirs} />
          <Choice setting={setting} choice="mine" label="Yours" value={mine} />
        </fieldset>
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly setting: string;
  readonly choice: "mine" | "theirs";
  readonly label: string;
  readonly value: unknown;
}

function Choice({ setting, choice, label, value }: ChoiceProps) {
  const id = `${choiceOf(setting)}-${choice}`;
  return (
    <div class="check">
      <input type="radio" id={id} name={choiceOf(setting)} value={choice} required />
      <label for={id}>
        {`${label}: `}
        <Text of={textOf(value)} />
      </label>
    </div>
  );
}

/** `redirect_url` becomes "Redirect URL". */
function labelOf(setting: string): string {
  const words = setting.replaceAll("_", " ").replace(/\burl\b/, "URL");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The value of a setting in words. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.length === 0 ? "empty" : value.map(textOf).join("; ");
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, inner]) => `${labelOf(name)}: ${name === "secret" ? "new" : textOf(inner)}`)
    .join(", ");
}
