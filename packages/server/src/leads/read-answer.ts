/** Parses the score in a model's response. */
import { z } from "zod";
import type { LeadScore } from "../domain/submission/lead.ts";

const MAX_REASONING_CHARACTERS = 1_000;
const MAX_LOCATION_CHARACTERS = 300;

const COMPLETION = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
});

const SCORE = z.object({
  score: z.number().min(0).max(100).transform(Math.round),
  score_reasoning: z.string().transform((text) => oneLine(text, MAX_REASONING_CHARACTERS)),
  score_location_info: z
    .string()
    .transform((text) => oneLine(text, MAX_LOCATION_CHARACTERS) || null)
    .nullish()
    .transform((text) => text ?? null),
});

/** `undefined` if the response holds no valid score from 0 to 100. */
export function readAnswer(body: string): LeadScore | undefined {
  const completion = COMPLETION.safeParse(parsed(body));
  if (!completion.success) return undefined;
  const [{ message }] = completion.data.choices;
  const score = SCORE.safeParse(parsed(jsonIn(message.content)));
  return score.success ? score.data : undefined;
}

/** The JSON in a message: many models put a code fence around it, or their reasoning before it. */
function jsonIn(content: string): string {
  const answer = content.slice(content.lastIndexOf("</think>") + 1);
  const start = answer.indexOf("{");
  const end = answer.lastIndexOf("}");
  return start < 0 || end < start ? "" : answer.slice(start, end + 1);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes control and direction characters, which could garble logs and pages. */
function oneLine(text: string, maxLength: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`;
}
