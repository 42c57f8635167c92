/** Templates as they were compiled last: a webhook's is rendered for every delivery, and seldom changes. */
import { type Compiled, compileTemplate } from "./compile.ts";
import type { TemplateContentType } from "./content-types.ts";

/** Of all templates kept, in characters of their text: compiled, each takes some 20 bytes. */
const MAX_CHARACTERS = 1_000_000;

/** As `compileTemplate`, but remembered by text. */
export type CompileOnce = typeof compileTemplate;

/** @param maxCharacters What is kept at most; beyond it the one used longest ago goes. */
export function createCompiledTemplates(maxCharacters = MAX_CHARACTERS): CompileOnce {
  const kept = new Map<string, Compiled>();
  let characters = 0;
  return (source: string, contentType: TemplateContentType): Compiled => {
    const key = `${contentType}\n${source}`;
    const found = kept.get(key);
    const compiled = found ?? compileTemplate(source, contentType);
    if (found === undefined) characters += key.length;
    else kept.delete(key);
    kept.set(key, compiled);
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return compiled;
  };
}
