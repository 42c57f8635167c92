/** The merge tags of templates, folded. `preview.js` makes them buttons that insert them. */

/** Each tag, and what it renders. */
export const MERGE_TAGS = [
  ["{{form_name}}", "The form’s name."],
  ["{{submission_id}}", "The submission’s id."],
  ["{{created_at}}", "When the submission was created."],
  ['{{field "email"}}', "The field with this name."],
  ["{{JSONstringify x}}", "A value as JSON, with quotes."],
  ["{{#each form_params}}{{this.name}}: {{this.value}}{{/each}}", "All fields, in order."],
  ["{{#each attachment}}{{this.name}} {{this.public_url}}{{/each}}", "All files; also file_size."],
  ["{{source_url}}", "The page’s URL; also source_host, source_path, source_fragment."],
  [
    "{{#each source_query}}{{this.name}}={{this.value}}{{/each}}",
    "The query parameters of the page’s URL.",
  ],
  ["{{lead_agent.score}}", "The lead score; also score_reasoning, score_location_info."],
  ["{{#if possible_spam}}Possible spam: {{/if}}", "Also spam_score, from 0 to 1."],
  ["{{#if x}}…{{else}}…{{/if}}", "Depends on whether x has a value; #unless negates."],
  ["{{#unless @last}},{{/unless}}", "Inside #each: between items, not after the last."],
] as const;

/** Only templates of JSON need it. */
const FOR_JSON = "{{JSONstringify x}}";

interface MergeTagsProps {
  readonly hint: string;
  /** Whether the template may be one of JSON. */
  readonly isJson: boolean;
  readonly class?: string;
}

export const MergeTags = ({ hint, isJson, ...look }: MergeTagsProps) => (
  <details {...look}>
    <summary>Merge tags</summary>
    <p class="hint">{hint}</p>
    <dl class="tags">
      {MERGE_TAGS.filter(([tag]) => isJson || tag !== FOR_JSON).map(([tag, meaning]) => (
        <div>
          <dt>
            <code>{tag}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);
