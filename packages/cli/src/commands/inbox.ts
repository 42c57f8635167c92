import { randomUUID } from "node:crypto";
import { BaseCommand } from "../base-command.ts";
import { systemPause } from "../clock.ts";
import { dashboardPage } from "../config/settings.ts";
import { EXIT, usageFailure } from "../errors/failure.ts";
import { describeProblem } from "../errors/problem.ts";
import { InboxSession } from "../inbox/session.ts";
import { filterFlags, toListParams } from "../records/submissions.ts";
import { openPage } from "../terminal/open-page.ts";
import { StopSignals } from "../terminal/stop-signals.ts";

export default class Inbox extends BaseCommand {
  static override summary =
    "Read and mark submissions on the terminal, with the keys of the dashboard.";
  static override description =
    "Shows the newest submissions, and new ones as they arrive. ? shows the keys, q quits. Reading a submission marks it as seen, as in the dashboard.";
  static override examples = ["intray inbox", "intray inbox --form 3 --filter new"];
  static override flags = filterFlags;

  override async run(): Promise<void> {
    const { flags } = await this.parse(Inbox);
    if (
      this.jsonEnabled() ||
      !process.stdin.isTTY ||
      !this.out.isTerminal ||
      this.environment.isDumb
    ) {
      throw usageFailure(
        "intray inbox needs a terminal that shows a full screen.",
        "intray submissions list prints submissions anywhere.",
      );
    }
    // The screen shows what notes would say, which would be written over it.
    this.globals = { ...this.globals, quiet: true, verbose: false };
    const query = await toListParams(flags, await this.formRef(flags.form));
    const { baseUrl } = await this.settings();
    const session = new InboxSession({
      client: await this.client(),
      query,
      retries: flags.retries ?? Number.POSITIVE_INFINITY,
      newToken: randomUUID,
      pause: systemPause,
      describe: (error) => describeProblem(error).message.replaceAll("\n", " "),
      openPage: async (id) => {
        const url = dashboardPage(baseUrl, `/submissions/${id}`);
        const isOpen = await openPage(url, this.environment.browser);
        return isOpen ? `Opening ${url}` : `No browser could be started. The page is ${url}`;
      },
    });
    await session.start();
    const signals = new StopSignals(() => session.end());
    try {
      const { showInbox } = await import("../inbox/screen.tsx");
      const hasColor = !flags["no-color"] && !this.environment.noColor;
      await showInbox(session, { hasColor, interrupt: () => process.kill(process.pid, "SIGINT") });
    } finally {
      session.end();
      signals.dispose();
    }
    this.exitWith(signals.exit ?? EXIT.done);
  }
}
