/** Tells ids of forms from uuids. */

/** Up to 11 digits: a form's uuid has 12 hex digits, which may all be decimal. */
export const FORM_ID = /^[1-9]\d{0,10}$/;
