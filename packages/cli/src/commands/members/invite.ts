import type { MemberInput } from "@intray/sdk";
import { EXIT, Failure } from "../../errors/failure.ts";
import { accessFlags, accessOf } from "../../flags/access-flags.ts";
import { recordCommand } from "../../record-command.ts";

export default recordCommand({
  summary: "Invite a person and print the link with which they choose a password.",
  description:
    "Only the link is printed on standard output; where the server sends e-mail, the person gets it by e-mail too. It signs in once, within 72 hours. For a person who was invited before and has not accepted, a new link is made; a person who was removed gets access again.",
  examples: [
    "intray members invite eva@example.org --role responder --project 2",
    "intray members invite max@example.org --role admin",
  ],
  argument: {
    name: "address",
    description: "E-mail address of the person.",
    parse: (word: string) => Promise.resolve(word),
  },
  flags: accessFlags,
  input: ({ id, flags }) => ({ email: id, ...accessOf(flags) }),
  call: async ({ members }, email, input: MemberInput) => {
    for await (const member of members.list()) {
      if (member.state === "invited" && member.email === email.toLowerCase()) {
        const { email: _, ...settings } = input;
        await members.update(member.id, settings);
        return members.invite(member.id);
      }
    }
    return members.create(input);
  },
  print: async ({ id, email, invitation_url, invitation_mail }, { out }) => {
    if (invitation_url === null) {
      throw new Failure({
        exit: EXIT.unexpected,
        code: "link_lost",
        message: `${email} was invited, but the response with the link was lost.`,
        hint: "Run the same command again for a new link.",
      });
    }
    await out.line(invitation_url);
    const mailed =
      invitation_mail === "queued" ? "It is sent by e-mail too." : "No e-mail is sent.";
    out.note(`Invited ${email} as member ${id}. The link is valid for 72 hours, once. ${mailed}`);
  },
});
