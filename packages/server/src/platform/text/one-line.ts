/** False for text with line breaks or other control characters, which could begin another header of an e-mail. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);
