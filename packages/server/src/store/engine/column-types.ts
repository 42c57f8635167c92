/** Types of columns that tables share. Times are milliseconds since the epoch. */

/** False or true. */
export type Flag = 0 | 1;
/** JSON text; parsed by the file that owns the table. */
export type Json = string;
