import fc from "fast-check";
import { buttonColors, contrast, logoOf, PLAIN } from "./brand.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

describe("the colors of buttons", () => {
  it("can be read, whatever the form's colors are", () => {
    fc.assert(
      fc.property(color, fc.option(color), (button_background_color, button_text_color) => {
        const colors = buttonColors({ ...PLAIN, button_background_color, button_text_color });

        expect(colors?.background).toBe(button_background_color);
        expect(contrast(colors?.text ?? "", button_background_color)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it.each([
    ["#1a7f37", "#ffffff", "#ffffff"],
    ["#ffee00", null, "#000000"],
    ["#ffee00", "#ffffff", "#000000"],
    ["#757575", "#808080", "#ffffff"],
    ["#1a7f37", '"><script>', "#ffffff"],
  ])("on %s with the text %s have the text %s", (background, given, text) => {
    const brand = { ...PLAIN, button_background_color: background, button_text_color: given };

    expect(buttonColors(brand)).toEqual({ background, text });
  });

  it.each([null, "red", "#fff", "#ffffff;x:url(//evil.test)"])("%s is none", (given) => {
    expect(buttonColors({ ...PLAIN, button_background_color: given })).toBeUndefined();
  });
});

describe("a logo", () => {
  it.each([
    ["https://example.org/logo.png", "https://example.org"],
    ["https://cdn.example.org:8443/a?b=c", "https://cdn.example.org:8443"],
    ["https://[2001:db8::1]/logo.png", "https://[2001:db8::1]"],
    ["https://my_bucket.example.org/logo.png", "https://my_bucket.example.org"],
  ])("from %s has the origin %s", (logo, origin) => {
    expect(logoOf({ ...PLAIN, logo })).toEqual({ url: logo, origin });
  });

  it.each([
    null,
    "",
    "logo.png",
    "http://example.org/logo.png",
    "data:image/png;base64,AA==",
    "javascript:alert(1)",
    "https://ada@example.org/logo.png",
    "https://example.org;script-src/logo.png",
    "https://*/logo.png",
    "https://'self'/logo.png",
  ])("from %s is not loaded", (logo) => {
    expect(logoOf({ ...PLAIN, logo })).toBeUndefined();
  });
});
