/** Forms whose typed values a browser keeps until they are saved. */

/**
 * Returns the attributes of such a form, for `drafts.js`.
 *
 * @param isUnsaved Whether it is rendered with what was typed instead of what is stored.
 * @param of Tells apart forms that are posted to the same address.
 */
export const draft = (isUnsaved: boolean, of = "") => ({
  "data-draft": of,
  ...(isUnsaved ? { "data-unsaved": "" } : {}),
});
