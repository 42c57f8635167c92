/** What keeps claims away from a submission. */

/** As stored: nobody holds it; it is leased or put off until a time; no claim takes it. */
export type Hold = typeof FREE | typeof HELD | typeof DEAD;

export const FREE = 0;
export const HELD = 1;
export const DEAD = 2;
