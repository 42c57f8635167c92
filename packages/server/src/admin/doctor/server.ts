/** Checks that a server is running, and that its public address leads to it. */
import { VERSION } from "../../platform/version.ts";
import type { CommandContext } from "../command.ts";
import type { CheckResult } from "./finding.ts";
import { localUrl, type Probe, type Probed } from "./probe-request.ts";

type Context = Pick<CommandContext, "config">;

export async function checkServer({ config }: Context, probe: Probe): Promise<CheckResult> {
  const url = localUrl(config);
  const probed = await probe.local();
  if (url === undefined || probed === undefined) {
    return {
      state: "skipped",
      message: "INTRAY_PORT is 0, so the server's port is not known.",
      hint: "Set INTRAY_PORT to a fixed port.",
    };
  }
  if (probed.kind === "no_key") return { state: "failed", message: probed.problem };
  if (probed.kind === "unreachable") {
    return {
      state: "warning",
      message: `No server answers at ${url} (${probed.detail}).`,
      hint: "Start it. If it runs with another INTRAY_HOST or INTRAY_PORT, give doctor the same settings.",
    };
  }
  if (probed.kind === "foreign") {
    return {
      state: "failed",
      message: `What answers at ${url} (with status ${probed.status}) is not a server of this version with this encryption key.`,
      hint: "Restart the server after an upgrade, and give doctor the settings of the server.",
    };
  }
  const { version } = probed.answer;
  if (version !== VERSION) {
    return {
      state: "warning",
      message: `Intray ${version} is running at ${url}, but this is version ${VERSION}.`,
      hint: "Restart the server to complete the upgrade.",
    };
  }
  return { state: "ok", message: `Intray ${version} is running at ${url}.` };
}

export async function checkPublicAddress({ config }: Context, probe: Probe): Promise<CheckResult> {
  const probed = await probe.public();
  if (config.publicUrl === undefined || probed === undefined) {
    return {
      state: "skipped",
      message:
        "INTRAY_PUBLIC_URL is not set, so links contain the address that the server listens on.",
      hint: "Set it to the URL by which people reach the server, such as https://forms.example.org.",
    };
  }
  if (probed.kind === "no_key") {
    return { state: "skipped", message: "The probe of the server needs the encryption key." };
  }
  const { protocol, origin, hostname, pathname } = new URL(config.publicUrl);
  const url = `${origin}${pathname.replace(/\/$/, "")}`;
  if (probed.kind !== "answered") return { state: "failed", ...problemOf(url, probed) };
  const isLocal = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (protocol === "http:" && !isLocal) {
    return {
      state: "warning",
      message: `${url} leads to this server, but without TLS.`,
      hint: "Let a proxy with TLS forward to the server, and set INTRAY_PUBLIC_URL to its https URL.",
    };
  }
  return { state: "ok", message: `${url} leads to this server.` };
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
