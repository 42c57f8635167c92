/** Checks that a server is running, that its public address leads to it, and that the proxy in front fits. */
import { VERSION } from "../../platform/version.ts";
import type { CommandContext } from "../command.ts";
import { type CheckResult, failed, ok, skipped, warning } from "./finding.ts";
import { z } from "zod";
import { keyFilePath, readKeyFile } from "../../config/key-file.ts";
import { PROBE_HEADER, PROBE_PATH, type ProbeAnswer, probeToken } from "../../domain/probe.ts";
import { readAtMost, withinTime } from "../../platform/bounds.ts";
import { networkErrorDetail } from "../../platform/network-error.ts";
import { tryOrUndefined } from "../../platform/errors.ts";

type Context = Pick<CommandContext, "config">;

export async function checkServer({ config }: Context, probe: Probe): Promise<CheckResult> {
  const url = localUrl(config);
  const probed = await probe.local();
  if (url === undefined || probed === undefined) {
    return skipped(
      "INTRAY_PORT is 0, so the server's port is not known.",
      "Set INTRAY_PORT to a fixed port.",
    );
  }
  if (probed.kind === "no_key") return failed(probed.problem);
  if (probed.kind === "unreachable") {
    return warning(
      `No server answers at ${url} (${probed.detail}).`,
      "Start it. If it runs with another INTRAY_HOST or INTRAY_PORT, give doctor the same settings.",
    );
  }
  if (probed.kind === "foreign") {
    return failed(
      `What answers at ${url} (with status ${probed.status}) is not a server of this version with this encryption key.`,
      "Restart the server after an upgrade, and give doctor the settings of the server.",
    );
  }
  const { version } = probed.answer;
  if (version !== VERSION) {
    return warning(
      `Intray ${version} is running at ${url}, but this is version ${VERSION}.`,
      "Restart the server to complete the upgrade.",
    );
  }
  return ok(`Intray ${version} is running at ${url}.`);
}

export async function checkPublicAddress({ config }: Context, probe: Probe): Promise<CheckResult> {
  const probed = await probe.public();
  if (config.publicUrl === undefined || probed === undefined) {
    return skipped(
      "INTRAY_PUBLIC_URL is not set, so links contain the address that the server listens on.",
      "Set it to the URL by which people reach the server, such as https://forms.example.org.",
    );
  }
  if (probed.kind === "no_key") {
    return skipped("The probe of the server needs the encryption key.");
  }
  const { protocol, origin, hostname, pathname } = new URL(config.publicUrl);
  const url = `${origin}${pathname.replace(/\/$/, "")}`;
  if (probed.kind !== "answered") return { state: "failed", ...problemOf(url, probed) };
  const isLocal = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (protocol === "http:" && !isLocal) {
    return warning(
      `${url} leads to this server, but without TLS.`,
      "Let a proxy with TLS forward to the server, and set INTRAY_PUBLIC_URL to its https URL.",
    );
  }
  return ok(`${url} leads to this server.`);
}

function problemOf(
  url: string,
  probed: Extract<Probed, { readonly kind: "unreachable" | "foreign" }>,
): Omit<CheckResult, "state"> {
  if (probed.kind === "unreachable") {
    return {
      message: `${url} cannot be reached from this machine (${probed.detail}).`,
      hint: "Check that the server and the proxy run, and the name in DNS. If others reach it, the router does not lead this machine back to itself.",
    };
  }
  const { status, location } = probed;
  if (status >= 300 && status < 400) {
    return {
      message: `${url} redirects to ${location ?? "another URL"}.`,
      hint: "Set INTRAY_PUBLIC_URL to the URL where the redirects end; posts do not survive them.",
    };
  }
  return {
    message: `${url} does not lead to this server: the answer has status ${status}.`,
    hint: "Let the proxy forward all paths to the server. If it does, another installation answers, or this server has not been restarted since the upgrade.",
  };
}

type Probed =
  | { readonly kind: "answered"; readonly answer: ProbeAnswer }
  /** Another page, or another server. */
  | { readonly kind: "foreign"; readonly status: number; readonly location: string | undefined }
  | { readonly kind: "unreachable"; readonly detail: string }
  /** Without the encryption key no server would answer. */
  | { readonly kind: "no_key"; readonly problem: string };

type Probe = ReturnType<typeof createProbe>;

/** An address of the documentation network (RFC 5737), which no client has. */
export const CLAIMED = "192.0.2.77";

const MAX_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const NONCE_BYTES = 16;

const ANSWER = z.object({
  version: z.string(),
  peer: z.string().nullable(),
  is_trusted: z.boolean(),
  client: z.string().nullable(),
  host: z.string().nullable(),
  is_known_host: z.boolean(),
  forwarded: z.record(z.string(), z.string()),
}) satisfies z.ZodType<ProbeAnswer>;

/** Sends the probe of `domain/probe.ts` to the running server. Each request is sent once, when its answer is first needed. */
export function createProbe(context: CommandContext) {
  const { publicUrl } = context.config;
  const local = localUrl(context.config);
  let ofLocal: Promise<Probed | undefined> | undefined;
  let ofPublic: Promise<Probed | undefined> | undefined;
  const none = Promise.resolve(undefined);
  return {
    /** Asks the server at the address that it listens on; `undefined` if that is any free port. */
    local: () => (ofLocal ??= local === undefined ? none : ask(context, local, {})),
    /** Asks the server by its public URL, claiming to be forwarded for {@link CLAIMED}. `undefined` without one. */
    public: () =>
      (ofPublic ??=
        publicUrl === undefined ? none : ask(context, publicUrl, { "x-forwarded-for": CLAIMED })),
  };
}

/** The address by which this machine reaches the server; `undefined` if its port is not known. */
export function localUrl({
  host,
  port,
}: Pick<CommandContext["config"], "host" | "port">): string | undefined {
  const address = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return port === 0
    ? undefined
    : `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

async function ask(
  { config, clock, random }: CommandContext,
  base: string,
  headers: Readonly<Record<string, string>>,
): Promise<Probed> {
  let key: Uint8Array;
  try {
    key = keyOf(config);
  } catch (error) {
    return { kind: "no_key", problem: (error as Error).message };
  }
  const { request, Agent } = await import("undici");
  const dispatcher = new Agent();
  const token = probeToken(key, clock.now(), random(NONCE_BYTES));
  try {
    return await withinTime(
      async (signal) => {
        const {
          statusCode,
          headers: answered,
          body,
        } = await request(`${base}${PROBE_PATH}`, {
          headers: { ...headers, [PROBE_HEADER]: token },
          dispatcher,
          signal,
        });
        const text = await readAtMost(body, MAX_ANSWER_BYTES);
        const answer = statusCode === 200 ? answerIn(text) : undefined;
        if (answer !== undefined) return { kind: "answered", answer };
        const location = [answered.location ?? []].flat()[0];
        return { kind: "foreign", status: statusCode, location };
      },
      { clock, ms: MAX_MS },
    );
  } catch (error) {
    return { kind: "unreachable", detail: networkErrorDetail(error) };
  } finally {
    await dispatcher.destroy();
  }
}

/** @throws Error with a sentence for the operator. */
function keyOf(config: CommandContext["config"]): Uint8Array {
  const file = keyFilePath(config);
  const [key] = config.encryptionKeys ?? (file === undefined ? [] : readKeyFile(file));
  if (key === undefined) throw new Error("The encryption key is missing.");
  return key;
}

const answerIn = (text: Buffer | undefined) =>
  tryOrUndefined(() => ANSWER.parse(JSON.parse(String(text))));

/** Says from the headers that arrived whether the proxy in front and INTRAY_TRUST_PROXY fit. */
export async function checkProxy(
  { config }: Pick<CommandContext, "config">,
  probe: Probe,
): Promise<CheckResult> {
  const probed = await probe.public();
  if (probed?.kind !== "answered") {
    return skipped("No request has arrived by the public address.");
  }
  return judge(probed.answer, config.trustProxy.length > 0);
}

/** @param hasTrusted Whether INTRAY_TRUST_PROXY is set. */
export function judge(answer: ProbeAnswer, hasTrusted: boolean): CheckResult {
  const { peer, client, forwarded, is_trusted, is_known_host, host } = answer;
  const { "x-forwarded-for": chain, ...others } = forwarded;
  /** The header arrived as a client has sent it. */
  const isPassedOn = chain === CLAIMED;
  const isThroughProxy = !isPassedOn || Object.keys(others).length > 0;
  const seen = `Headers that arrived: ${Object.keys(forwarded).join(", ") || "none"}.`;
  if (!is_known_host) {
    return failed(
      `Requests arrive for the host ${host ?? "(none)"}, to which the dashboard does not answer. ${seen}`,
      "Let the proxy send the Host header that it got, or add the host to INTRAY_ALLOWED_HOSTS.",
    );
  }
  if (!is_trusted && !isThroughProxy) {
    if (!hasTrusted) return ok(`No proxy is in front. Clients are counted by their own addresses.`);
    return warning(
      `The request came from ${peer} and through no proxy, but INTRAY_TRUST_PROXY is set.`,
      "If other requests come through a proxy, all is well. Otherwise remove INTRAY_TRUST_PROXY.",
    );
  }
  if (!is_trusted) {
    return warning(
      `Requests arrive through the proxy ${peer}, which is not trusted: limits count all clients as one. ${seen}`,
      `Set INTRAY_TRUST_PROXY=${peer}${hasTrusted ? " in addition" : ""}.`,
    );
  }
  if (isPassedOn) {
    return warning(
      `X-Forwarded-For arrived from the trusted address ${peer} as the doctor sent it, so every client can claim any address.`,
      "Let the proxy append to X-Forwarded-For or replace it. If no proxy is in front, remove INTRAY_TRUST_PROXY.",
    );
  }
  if (chain === undefined && others["forwarded"] === undefined) {
    return warning(
      `The proxy ${peer} says nothing of the client's address: limits count all clients as one. ${seen}`,
      "Let the proxy send X-Forwarded-For.",
    );
  }
  return ok(
    `The proxy ${peer} is trusted, and reports ${client === CLAIMED ? "a trusted address" : client} for this machine. ${seen}`,
  );
}
