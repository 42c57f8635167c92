/** Caches compiled templates: each is rendered for every delivery of its webhook and rarely changes. */
import { type Compiled, compileTemplate } from "./compile.ts";
import type { TemplateSyntax } from "./content-types.ts";

/** Total characters of the cached templates. A compiled template takes about 20 bytes a character. */
const MAX_CHARACTERS = 1_000_000;

/** `compileTemplate` with a cache by content type and text. */
export type CompileOnce = typeof compileTemplate;

/** @param maxCharacters Beyond this total the least recently used template is evicted. */
export function createCompiledTemplates(maxCharacters = MAX_CHARACTERS): CompileOnce {
  const cache = new Map<string, Compiled>();
  let characters = 0;
  return (source: string, contentType: TemplateSyntax): Compiled => {
    const key = `${contentType}\n${source}`;
    const found = cache.get(key);
    const compiled = found ?? compileTemplate(source, contentType);
    if (found === undefined) characters += key.length;
    else cache.delete(key);
    cache.set(key, compiled);
    for (const oldest of cache.keys()) {
      if (characters <= maxCharacters) break;
      cache.delete(oldest);
      characters -= oldest.length;
    }
    return compiled;
  };
}
