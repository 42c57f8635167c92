/** Says from the headers that arrived whether the proxy in front and INTRAY_TRUST_PROXY fit. */
import type { ProbeAnswer } from "../../domain/probe.ts";
import type { CommandContext } from "../command.ts";
import type { CheckResult } from "./finding.ts";
import { CLAIMED, type Probe } from "./probe-request.ts";

export async function checkProxy(
  { config }: Pick<CommandContext, "config">,
  probe: Probe,
): Promise<CheckResult> {
  const probed = await probe.public();
  if (probed?.kind !== "answered") {
    return { state: "skipped", message: "No request has arrived by the public address." };
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
    return {
      state: "failed",
      message: `Requests arrive for the host ${host ?? "(none)"}, to which the dashboard does not answer. ${seen}`,
      hint: "Let the proxy send the Host header that it got, or add the host to INTRAY_ALLOWED_HOSTS.",
    };
  }
  if (!is_trusted && !isThroughProxy) {
    if (!hasTrusted)
      return {
        state: "ok",
        message: `No proxy is in front. Clients are counted by their own addresses.`,
      };
    return {
      state: "warning",
      message: `The request came from ${peer} and through no proxy, but INTRAY_TRUST_PROXY is set.`,
      hint: "If other requests come through a proxy, all is well. Otherwise remove INTRAY_TRUST_PROXY.",
    };
  }
  if (!is_trusted) {
    return {
      state: "warning",
      message: `Requests arrive through the proxy ${peer}, which is not trusted: limits count all clients as one. ${seen}`,
      hint: `Set INTRAY_TRUST_PROXY=${peer}${hasTrusted ? " in addition" : ""}.`,
    };
  }
  if (isPassedOn) {
    return {
      state: "warning",
      message: `X-Forwarded-For arrived from the trusted address ${peer} as the doctor sent it, so every client can claim any address.`,
      hint: "Let the proxy append to X-Forwarded-For or replace it. If no proxy is in front, remove INTRAY_TRUST_PROXY.",
    };
  }
  if (chain === undefined && others["forwarded"] === undefined) {
    return {
      state: "warning",
      message: `The proxy ${peer} says nothing of the client's address: limits count all clients as one. ${seen}`,
      hint: "Let the proxy send X-Forwarded-For.",
    };
  }
  return {
    state: "ok",
    message: `The proxy ${peer} is trusted, and reports ${client === CLAIMED ? "a trusted address" : client} for this machine. ${seen}`,
  };
}
