/** The screen of the terminal inbox. Loaded only by it, as an ES module of its own. */
import { isUnseen, messagePreview, senderName, subjectOf } from "@intray/sdk/columns";
import type { Submission } from "@intray/sdk";
import { Box, type Key, render, Text, useInput, useWindowSize } from "ink";
import { useSyncExternalStore } from "react";
import { systemClock } from "../clock.ts";
import {
  displayWidth,
  escapeLine,
  escapeLines,
  graphemes,
  padTo,
  relativeTime,
  truncateTo,
  wrapTo,
} from "../terminal/text.ts";
import type { InboxSession } from "./session.ts";
import type { InboxState } from "./state.ts";

/** A line that wraps would move all others. */
const WRAP_OFF = "\u001B[?7l";
const WRAP_ON = "\u001B[?7h";

interface ScreenOptions {
  readonly hasColor: boolean;
  /** Ctrl-C, which the terminal does not turn into a signal while keys are read. */
  readonly interrupt: () => void;
}

/** Shows the session until it ends; then the terminal is as before, also after an error. */
export async function showInbox(session: InboxSession, options: ScreenOptions): Promise<void> {
  const restore = () => void process.stdout.write(WRAP_ON);
  process.on("exit", restore);
  process.stdout.write(WRAP_OFF);
  const screen = render(<Screen session={session} {...options} />, {
    alternateScreen: true,
    interactive: true,
    exitOnCtrlC: false,
  });
  const end = () => screen.unmount();
  session.ended.addEventListener("abort", end);
  if (session.ended.aborted) end();
  try {
    await screen.waitUntilExit();
  } finally {
    process.off("exit", restore);
    restore();
  }
}

interface Part {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isDim?: boolean;
  readonly color?: string;
}
type Line = readonly Part[];

function Screen({
  session,
  hasColor,
  interrupt,
}: ScreenOptions & { readonly session: InboxSession }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { columns, rows } = useWindowSize();
  useInput((input, key) => {
    if (key.ctrl && input === "c") return interrupt();
    const name = nameOf(key);
    if (name !== undefined) session.press(name);
    else if (!key.ctrl && !key.meta) {
      // Keys that were pressed quickly, and pasted text, arrive together.
      for (const { segment } of graphemes(input)) {
        if (segment === "\u0003") interrupt();
        else session.press(CONTROLS[segment] ?? segment.replaceAll(/\p{Cc}/gu, ""));
      }
    }
  });
  const lines = linesOf(state, { columns, rows, now: systemClock.now() });
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      {lines.map((line, at) => (
        <Text key={at} wrap="truncate-end">
          {line.length === 0
            ? " "
            : line.map(({ text, isBold = false, isDim = false, color }, part) => (
                <Text
                  key={part}
                  bold={isBold}
                  dimColor={isDim}
                  {...(hasColor && color !== undefined && { color })}
                >
                  {text}
                </Text>
              ))}
        </Text>
      ))}
    </Box>
  );
}

const NAMES: readonly (readonly [keyof Key, string])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["return", "enter"],
  ["escape", "escape"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "backspace"],
];
const CONTROLS: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\t": "tab",
  "\u007F": "backspace",
};
const nameOf = (key: Key) => NAMES.find(([member]) => key[member] === true)?.[1];

type Size = { readonly columns: number; readonly rows: number; readonly now: number };

/** With fewer rows the reading pane hides the list. */
const MIN_SPLIT_ROWS = 18;

function linesOf(state: InboxState, size: Size): readonly Line[] {
  const { rows, columns } = size;
  const height = Math.max(1, rows - 2);
  return [
    titleOf(state, columns),
    ...bodyOf(state, { ...size, rows: height }),
    statusOf(state, columns),
  ];
}

function bodyOf(state: InboxState, size: Size): readonly Line[] {
  const { rows, columns } = size;
  if (state.mode === "keys")
    return fit(
      KEYS.map(([key, text]) => [{ text: padTo(key, 14), isBold: true }, { text }]),
      rows,
      0,
    );
  if (state.mode === "forms") {
    const names = [
      "All forms",
      ...state.forms.map((form) => `${form.project_name} / ${form.name}`),
    ];
    const lines = names.map((name, at): Line => {
      const isChosen = at === state.choice;
      return [{ text: `${isChosen ? "❯" : " "} ${clip(name, columns - 2)}`, isBold: isChosen }];
    });
    return fit(lines, rows, state.choice - rows + 1);
  }
  const current = state.rows.find(({ id }) => id === state.current);
  const read = state.mode === "reading" ? current : undefined;
  const isSplit = read !== undefined && rows >= MIN_SPLIT_ROWS;
  const listRows = read === undefined ? rows : isSplit ? Math.floor(rows / 3) : 0;
  const list = listOf(state, { ...size, rows: listRows });
  if (read === undefined) return list;
  const rule: Line[] = isSplit ? [[{ text: "─".repeat(columns), isDim: true }]] : [];
  const paneRows = rows - listRows - rule.length;
  const text = paneOf(read, columns);
  return [...list, ...rule, ...fit(text, paneRows, Math.min(state.scroll, text.length - 1))];
}

function listOf(state: InboxState, { rows, columns, now }: Size): readonly Line[] {
  if (state.rows.length === 0)
    return fit([[{ text: "No submissions here.", isDim: true }]], rows, 0);
  const at = state.rows.findIndex(({ id }) => id === state.current);
  // The cursor stays in the middle, so that one sees what comes.
  const first = Math.max(0, Math.min(at - Math.floor(rows / 2), state.rows.length - rows));
  const shown = state.rows.slice(first, first + rows);
  return fit(
    shown.map((one) => rowOf(one, state, { columns, now })),
    rows,
    0,
  );
}

function rowOf(
  submission: Submission,
  state: InboxState,
  { columns, now }: Omit<Size, "rows">,
): Line {
  const { id, form, created_at, spam, trash, read } = submission;
  const isWide = columns >= 70;
  const senderWidth = isWide ? 22 : Math.max(8, Math.floor(columns / 3));
  const formWidth = isWide ? 14 : 0;
  const age = relativeTime(created_at, now).padStart(10);
  const textWidth = Math.max(0, columns - senderWidth - formWidth - age.length - 8);
  const isUnread = isUnseen(submission);
  const subject = subjectOf(submission);
  const text = `${subject === undefined ? "" : `${subject} — `}${messagePreview(submission)}`;
  const badge = trash ? "trash " : spam ? "spam " : read ? "✓ " : "";
  const isCurrent = id === state.current;
  return [
    { text: isCurrent ? "❯" : " ", isBold: true, color: "cyan" },
    { text: state.selected.has(id) ? "×" : " ", isBold: true, color: "yellow" },
    { text: isUnread ? "● " : "  ", color: "cyan" },
    {
      text: `${cell(senderName(submission) ?? "(no sender)", senderWidth)} `,
      isBold: isUnread || isCurrent,
    },
    { text: badge, color: spam || trash ? "yellow" : "green" },
    {
      text: `${cell(text, Math.max(0, textWidth - displayWidth(badge)))} `,
      isBold: isCurrent,
      isDim: read && !isCurrent,
    },
    { text: formWidth === 0 ? "" : cell(form.name, formWidth), isDim: true },
    { text: ` ${age}`, isDim: true },
  ];
}

function paneOf(submission: Submission, columns: number): readonly Line[] {
  const { id, form, email, created_at, tags, spam_reason, attachments, form_params } = submission;
  const facts: [string, string | null | undefined][] = [
    [
      "From",
      [senderName(submission), email]
        .filter((one, at, all) => one && all.indexOf(one) === at)
        .join(", "),
    ],
    ["Form", form.name],
    ["Received", `${created_at} (submission ${id})`],
    ["Tags", tags?.join(", ")],
    ["Spam", spam_reason],
  ];
  const lines = facts.flatMap(([name, value]): Line[] =>
    value ? [[{ text: padTo(name, 10), isDim: true }, { text: clip(value, columns - 10) }]] : [],
  );
  const fields = form_params.flatMap(({ name, value }): Line[] => [
    [],
    [{ text: clip(name, columns), isBold: true, color: "cyan" }],
    ...textLines([value].flat().join("\n"), columns),
  ]);
  const files = attachments.flatMap(({ name, file_size, attachment_proxy_url }): Line[] => [
    [],
    [
      {
        text: clip(`File: ${name} (${file_size.toLocaleString("en")} bytes)`, columns),
        isBold: true,
      },
    ],
    ...textLines(attachment_proxy_url, columns),
  ]);
  return [...lines, ...fields, ...files];
}

const textLines = (text: string, columns: number): readonly Line[] =>
  escapeLines(text.replaceAll(/\r\n?/g, "\n"))
    .split("\n")
    .flatMap((line) => wrapTo(line, columns).map((part) => [{ text: part }]));

function titleOf(
  { query, forms, loaded, rows, next, selected }: InboxState,
  columns: number,
): Line {
  const { filter_by = "all", form_id, query: search } = query;
  const form = forms.find(({ id }) => String(id) === String(form_id));
  const parts = [
    FILTER_NAMES[filter_by] ?? filter_by,
    form_id === undefined ? "all forms" : (form?.name ?? loaded[0]?.form.name ?? `form ${form_id}`),
    ...(search === undefined ? [] : [`search: ${search}`]),
    `${rows.length}${next === null ? "" : " or more"}`,
    ...(selected.size === 0 ? [] : [`${selected.size} selected`]),
  ];
  return [{ text: clip(` Intray · ${parts.join(" · ")}`, columns), isBold: true }];
}

const FILTER_NAMES: Readonly<Record<string, string>> = {
  new: "Not done",
  all: "Inbox",
  spam: "Spam",
  trash: "Trash",
  any: "Everything",
};

function statusOf({ mode, draft, notice, problem }: InboxState, columns: number): Line {
  if (mode === "search")
    return [{ text: "/", isBold: true }, { text: clip(`${draft}▏`, columns - 1) }];
  if (problem !== "") return [{ text: clip(problem, columns), color: "yellow" }];
  if (notice !== "") return [{ text: clip(notice, columns), color: "green" }];
  return [{ text: clip(mode === "reading" ? READING_HINT : LIST_HINT, columns), isDim: true }];
}

const LIST_HINT = "? keys  Enter read  e done  s spam  # trash  z undo  / search  q quit";
const READING_HINT =
  "u back  j/k next, previous  Space scroll  e done  s spam  # trash  z undo  o browser";
const KEYS = [
  ["j k ↓ ↑", "Next and previous submission; arrows scroll a text"],
  ["Enter →", "Open the submission"],
  ["u ← Esc", "Back to the list"],
  ["x", "Select the submission"],
  ["e", "Done, or not done"],
  ["s", "Spam, or not spam"],
  ["#", "Trash, or restore"],
  ["z", "Undo the last move"],
  ["/", "Search"],
  ["f", "Choose a form"],
  ["Tab", "Not done, inbox, spam, trash, everything"],
  ["o", "Open in the browser"],
  ["q", "Quit"],
] as const;

/** Exactly so many lines, from the given one on. */
function fit(lines: readonly Line[], rows: number, first: number): readonly Line[] {
  const shown = lines.slice(Math.max(0, first), Math.max(0, first) + rows);
  return [...shown, ...Array.from({ length: rows - shown.length }, (): Line => [])];
}

/** What strangers wrote, on one line without control characters. */
const clip = (text: string, width: number) => truncateTo(escapeLine(text), width);
const cell = (text: string, width: number) => padTo(clip(text, width), width);
