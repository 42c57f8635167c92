/** `--proxy`: the URL of a proxy, or `none`. */
import { CLIError } from "@oclif/core/errors";
import * as Flags from "@oclif/core/flags";

/** Parsed to `null` for no proxy. A password is refused: shells keep a history and `ps` shows arguments. */
export const proxyFlag = Flags.custom<string | null>({
  helpValue: "URL|none",
  parse: (text) => {
    if (text === "none") return Promise.resolve(null);
    const address = text.includes("://") ? text : `http://${text}`;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.username || url?.password) {
      throw new CLIError(
        "--proxy contains a user or password. Set HTTPS_PROXY and HTTP_PROXY instead, which ps does not show.",
        { exit: 2 },
      );
    }
    if (url?.protocol === "http:" || url?.protocol === "https:") return Promise.resolve(url.href);
    throw new CLIError(
      `--proxy is not an http or https URL: "${text}". Write it like http://proxy.example.org:3128.`,
      { exit: 2 },
    );
  },
});
