/** Reads a model's answer: whatever is not a score in its bounds is none. */
import { z } from "zod";
import type { LeadScore } from "../domain/lead.ts";

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

/** `undefined` when it cannot be read. */
export function readAnswer(body: string): LeadScore | undefined {
  const completion = COMPLETION.safeParse(parsed(body));
  if (!completion.success) return undefined;
  const [{ message }] = completion.data.choices;
  const score = SCORE.safeParse(parsed(unfenced(message.content)));
  return score.success ? score.data : undefined;
}

/** Many models put a fence around their JSON, or think aloud before it. */
function unfenced(content: string): string {
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

/** Control characters have no place in what people and receivers read. */
function oneLine(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).toWellFormed()}…`;
}
