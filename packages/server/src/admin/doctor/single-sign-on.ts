/** Asks the provider of single sign-on whether it is the one that the settings name. */
import { AppError } from "../../domain/errors.ts";
import type { CommandContext } from "../command.ts";
import { type CheckResult, failed, ok, skipped, warning } from "./finding.ts";

export async function checkProvider({
  config: { oidc, publicUrl },
  clock,
}: Pick<CommandContext, "config" | "clock">): Promise<CheckResult> {
  if (oidc === undefined) return skipped("Single sign-on is not set up.");
  const { openProvider } = await import("../../oidc/provider.ts");
  try {
    await openProvider(oidc, clock).check();
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    throw error;
  }
  if (publicUrl === undefined) {
    return warning(
      "Single sign-on redirects to INTRAY_PUBLIC_URL, which is not set.",
      "Set it to the address that people open.",
    );
  }
  return ok(
    `${oidc.issuer} answers. It has to know the redirect URL ${publicUrl}/dashboard/sign-in/callback and the back-channel logout URL ${publicUrl}/single-sign-on/logout.`,
  );
}
