/** The colors of pages and mails for people outside of the dashboard: hosted pages and e-mail. */

export interface Palette {
  /** Behind the card. */
  readonly page: string;
  readonly card: string;
  readonly ink: string;
  /** Labels and other text of less weight. */
  readonly soft: string;
  readonly line: string;
}

export const LIGHT: Palette = {
  page: "#f3f1ec",
  card: "#fffefb",
  ink: "#211f26",
  soft: "#5d5964",
  line: "#dcd8cf",
};

export const DARK: Palette = {
  page: "#141317",
  card: "#1e1c22",
  ink: "#efedf2",
  soft: "#b1acb9",
  line: "#3a3741",
};
