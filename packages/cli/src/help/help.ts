/** The help: examples first, the flags of all commands in one place, and pages about more than a command. */
import { CommandHelp, Help } from "@oclif/core/help";
import { helpPage, HELP_PAGES } from "./pages.ts";

type Sections = ReturnType<CommandHelp["sections"]>;
type Flags = Parameters<CommandHelp["groupFlags"]>[0];

const GLOBAL_FLAGS = "GLOBAL";
const ORDER = ["EXAMPLES", "USAGE", "ARGUMENTS", "FLAGS", "GLOBAL FLAGS", "DESCRIPTION"];

class IntrayCommandHelp extends CommandHelp {
  protected override sections(): Sections {
    const sections: Sections = super
      .sections()
      .map((section) =>
        section.header === "FLAGS"
          ? { ...section, generate: ({ flags }, header) => this.#ownFlags(flags, header) }
          : section,
      );
    sections.push({
      header: "GLOBAL FLAGS",
      generate: ({ flags }) => this.#globalFlagNames(flags),
    });
    return ORDER.flatMap((header) => sections.filter((section) => section.header === header));
  }

  protected override examples(
    examples: Parameters<CommandHelp["examples"]>[0],
  ): string | undefined {
    return super.examples(examples)?.replaceAll("\n\n", "\n");
  }

  /** With spaces between possible values, where lines can break. */
  protected override flags(flags: Flags): ReturnType<CommandHelp["flags"]> {
    return super
      .flags(flags)
      ?.map(([left, right]) => [
        left,
        right?.replaceAll(/<options: [^>]+>/g, (options) => options.replaceAll("|", " | ")),
      ]);
  }

  #ownFlags(flags: Flags, header: string) {
    const body = this.flags(this.groupFlags(flags).mainFlags);
    return body && [{ header, body }];
  }

  /** Without the summary, which stands above everything else. */
  protected override description(): string | undefined {
    const { description } = this.command;
    // a single line break in the source is no end of a line
    return description === undefined
      ? undefined
      : this.wrap(description.replaceAll(/(?<!\n)\n(?!\n)/g, " "));
  }

  /** The arguments and the required flags; FLAGS lists the others. */
  protected override defaultUsage(): string {
    const { id, args, flags } = this.command;
    const shownArgs = Object.values(args ?? {}).filter(({ hidden }) => hidden !== true);
    const required = Object.values(flags).filter((flag) => flag.required === true);
    return [
      id,
      ...shownArgs.map((arg) => this.arg(arg) + (arg.multiple === true ? "..." : "")),
      ...required.map(
        (flag) => `--${flag.name} ${"helpValue" in flag ? String(flag.helpValue) : "VALUE"}`,
      ),
      "[FLAGS]",
    ].join(" ");
  }

  /** The flags of all commands with their descriptions, for the help of the program. */
  globalFlags(): string {
    const { flags } = this.command;
    const named = Object.entries(flags).map(([name, flag]) => Object.assign(flag, { name }));
    const { flagGroups } = this.groupFlags(named);
    // a flag with a letter first: the section trims the beginning, and with it the indentation
    const sorted = (flagGroups[GLOBAL_FLAGS] ?? []).toSorted(
      (a, b) => Number(b.char !== undefined) - Number(a.char !== undefined),
    );
    return this.section("GLOBAL FLAGS", this.flags(sorted) ?? []);
  }

  #globalFlagNames(flags: Flags): string | undefined {
    const { flagGroups } = this.groupFlags(flags);
    const names = (flagGroups[GLOBAL_FLAGS] ?? []).map(({ name, char }) =>
      char === undefined ? `--${name}` : `-${char}, --${name}`,
    );
    if (names.length === 0) return undefined;
    return this.wrap(`${names.join(" ")}\n${this.config.bin} --help describes them.`);
  }
}

/** Named in package.json; oclif loads it. */
export class IntrayHelp extends Help {
  protected override CommandHelpClass = IntrayCommandHelp;

  constructor(...args: ConstructorParameters<typeof Help>) {
    super(...args);
    // in narrow lists oclif indents by two columns more than it wraps for
    this.opts.maxWidth -= 2;
  }

  override async showHelp(argv: string[]): Promise<void> {
    const [page] = argv.filter((word) => !word.startsWith("-") && word !== "help");
    const text = page === undefined ? undefined : helpPage(page);
    if (text === undefined) return super.showHelp(argv);
    this.log(
      text
        .split("\n")
        .map((line) => this.#wrapLine(line))
        .join("\n"),
    );
  }

  protected override async showRootHelp(): Promise<void> {
    const { bin, pjson } = this.config;
    const topics = this.sortedTopics.filter(({ name }) => !name.includes(":"));
    const commands = this.sortedCommands.filter(({ id }) => id !== "" && !id.includes(":"));
    const [first] = this.config.commands.filter(({ flags }) => "base-url" in flags);
    const pages = HELP_PAGES.map(({ name, summary }): [string, string] => [
      `${bin} help ${name}`,
      summary,
    ]);
    this.log(
      [
        this.wrap(pjson.description ?? "", 0),
        this.section("EXAMPLES", ROOT_EXAMPLES.map((words) => `$ ${bin} ${words}`).join("\n")),
        this.section("USAGE", `$ ${bin} COMMAND [ARGUMENTS] [FLAGS]`),
        this.formatTopics(topics),
        this.formatCommands(commands),
        ...(first === undefined
          ? []
          : [new IntrayCommandHelp(first, this.config, this.opts).globalFlags()]),
        this.section("MORE HELP", [
          [`${bin} COMMAND --help`, "Examples and flags of a command."],
          ...pages,
        ]),
      ].join("\n\n"),
    );
    return Promise.resolve();
  }

  /** Wraps a line of a page, below its second column if it has two. */
  #wrapLine(line: string): string {
    const indent = /^\s*(?:\S+(?: \S+)*\s{2,})?/.exec(line)?.[0].length ?? 0;
    const [first = "", ...rest] = this.wrap(line.slice(indent), indent).split("\n");
    return [
      line.slice(0, indent) + first,
      ...rest.map((part) => " ".repeat(indent) + part.trimStart()),
    ].join("\n");
  }
}

const ROOT_EXAMPLES = [
  "auth login --base-url https://forms.example.org",
  "submissions list --filter new",
  "submissions export -o submissions.csv",
  "queue run -- ./handle",
];
