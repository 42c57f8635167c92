// HTML forms, each with the fields and files that its post has to arrive with.

type Text = readonly [name: string, value: string];

export interface ExpectedFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export interface FormCase {
  readonly name: string;
  /** Of the page; defaults to utf-8. */
  readonly charset?: string;
  /** Attributes of `<form>`, in addition to method and action. */
  readonly attributes: string;
  readonly inputs: string;
  /** The files to select, by the selector of the file input. */
  readonly choose?: Readonly<Record<string, readonly Omit<ExpectedFile, "field">[]>>;
  /** Runs in the page instead of a click on the button. */
  readonly script?: string;
  readonly fields: readonly Text[];
  readonly files?: readonly ExpectedFile[];
}

const MULTIPART = 'enctype="multipart/form-data"';
const file = (name: string, text = "bytes", type = "text/plain") => ({ name, text, type });

function inEncoding(charset: string, text: string): FormCase[] {
  const inputs = `<input name="${text}" value="${text}"><input type="hidden" name="_charset_">`;
  return [
    {
      name: `${charset} page, urlencoded`,
      charset,
      attributes: "",
      inputs,
      fields: [[text, text]],
    },
    {
      name: `${charset} page, multipart with a file`,
      charset,
      attributes: MULTIPART,
      inputs: `<input type="file" name="${text}">${inputs}`,
      choose: { "[type=file]": [file(`${text}.txt`)] },
      fields: [[text, text]],
      files: [{ field: text, ...file(`${text}.txt`) }],
    },
    {
      name: `accept-charset of ${charset} on a utf-8 page`,
      attributes: `accept-charset="${charset}"`,
      inputs,
      fields: [[text, text]],
    },
  ];
}

export const FORM_CASES: readonly FormCase[] = [
  {
    name: "text, urlencoded",
    attributes: "",
    inputs: `<input name="name" value="Ada Lovelace"><input name="email" value="ada@example.org">
      <input name="odd &amp; = + % name" value="a&amp;b=c+d%20e"><input name="" value="no name">
      <input value="none"><input name="empty"><input name="emoji 👩‍💻" value="🎉 ünïcode ‮">`,
    fields: [
      ["name", "Ada Lovelace"],
      ["email", "ada@example.org"],
      ["odd & = + % name", "a&b=c+d%20e"],
      ["empty", ""],
      ["emoji 👩‍💻", "🎉 ünïcode ‮"],
    ],
  },
  {
    name: "text, multipart",
    attributes: MULTIPART,
    inputs: `<input name='a "quoted" name' value='a "quoted" value'><input name="back\\slash\\" value="\\">
      <input name="percent %22 %41 %" value="%22"><input name="emoji 👩‍💻" value="🎉"><input name="a;b=c" value="d">`,
    fields: [
      ['a "quoted" name', 'a "quoted" value'],
      ["back\\slash\\", "\\"],
      // Browsers do not escape percent signs, so this one is the same as an escaped quote.
      ['percent " %41 %', "%22"],
      ["emoji 👩‍💻", "🎉"],
      ["a;b=c", "d"],
    ],
  },
  {
    name: "a textarea's line breaks, urlencoded",
    attributes: "",
    inputs: `<textarea name="text">\n\none\n\nthree</textarea>`,
    fields: [["text", "\r\none\r\n\r\nthree"]],
  },
  {
    name: "line breaks in names and values, multipart",
    attributes: MULTIPART,
    inputs: `<textarea name="line&#10;break">one\ntwo</textarea><input type="hidden" name="cr" value="a&#13;b">`,
    fields: [
      ["line\r\nbreak", "one\r\ntwo"],
      ["cr", "a\r\nb"],
    ],
  },
  ...["", MULTIPART].map((attributes): FormCase => ({
    name: `choices, ${attributes === "" ? "urlencoded" : "multipart"}`,
    attributes,
    inputs: `<select name="topics[]" multiple><option selected>a<option>b<option selected>c</select>
      <input type="checkbox" name="tag" value="x" checked><input type="checkbox" name="tag" value="y" checked>
      <input type="checkbox" name="off"><input type="checkbox" name="on" checked>
      <input type="radio" name="size" value="s"><input type="radio" name="size" value="m" checked>
      <input name="disabled" value="1" disabled><input name="2" value="two"><input name="10" value="ten">
      <input name="dir" value="שלום" dir="rtl" dirname="dir.dir">`,
    fields: [
      ["topics[]", "a"],
      ["topics[]", "c"],
      ["tag", "x"],
      ["tag", "y"],
      ["on", "on"],
      ["size", "m"],
      ["2", "two"],
      ["10", "ten"],
      ["dir", "שלום"],
      ["dir.dir", "rtl"],
    ],
  })),
  {
    name: "files with odd names",
    attributes: MULTIPART,
    inputs: `<input name="name" value="Ada"><input type="file" name="one"><input type="file" name='many "m"' multiple>`,
    choose: {
      '[name="one"]': [file('say "hi"; name=x.txt', '{"a":1}', "text/csv")],
      "[multiple]": [
        file("ünï 👩‍💻 %41.png", "\r\n--", "image/png"),
        file("line\nbreak.txt"),
        file("empty.bin", "", "application/octet-stream"),
      ],
    },
    fields: [["name", "Ada"]],
    files: [
      { field: "one", ...file('say "hi"; name=x.txt', '{"a":1}', "text/csv") },
      { field: 'many "m"', ...file("ünï 👩‍💻 %41.png", "\r\n--", "image/png") },
      { field: 'many "m"', ...file("line\nbreak.txt") },
      { field: 'many "m"', ...file("empty.bin", "", "application/octet-stream") },
    ],
  },
  {
    name: "file inputs left empty",
    attributes: MULTIPART,
    inputs: `<input type="file" name="one"><input name="name" value="Ada"><input type="file" name="many" multiple>`,
    fields: [["name", "Ada"]],
  },
  {
    name: "a file in an urlencoded form, which sends only its name",
    attributes: "",
    inputs: `<input type="file" name="one"><input name="name" value="Ada">`,
    choose: { "[type=file]": [file("cv.txt")] },
    fields: [
      ["one", "cv.txt"],
      ["name", "Ada"],
    ],
  },
  {
    name: "FormData with Blobs, by script",
    attributes: "",
    inputs: "",
    script: `const data = new FormData();
      data.append("text", "a\\nb\\ud800");
      data.append('na"me\\r\\n', "é");
      data.append("blob", new Blob(["blob"], { type: "text/csv" }));
      data.append("typeless", new Blob(["x"]), "typeless");
      data.append("file", new File(["f"], "../a\\\\b/c.txt", { type: "text/plain;charset=utf-8" }));
      fetch("/post", { method: "POST", body: data });`,
    fields: [
      ["text", "a\r\nb�"],
      ['na"me\r\n', "é"],
    ],
    files: [
      { field: "blob", name: "blob", type: "text/csv", text: "blob" },
      { field: "typeless", name: "typeless", type: "application/octet-stream", text: "x" },
      { field: "file", name: "c.txt", type: "text/plain;charset=utf-8", text: "f" },
    ],
  },
  {
    name: "URLSearchParams, by script",
    attributes: "",
    inputs: "",
    script: `fetch("/post", { method: "POST", body: new URLSearchParams([["a b", "ü+\\n"], ["a b", "\\0"], ["", ""]]) });`,
    fields: [
      ["a b", "ü+\n"],
      ["a b", "\0"],
      ["", ""],
    ],
  },
  ...inEncoding("windows-1252", "Größe – 5 €"),
  ...inEncoding("shift_jis", "表示ソート能"),
  ...inEncoding("gbk", "你好，世界"),
  ...inEncoding("koi8-r", "Привет"),
  ...inEncoding("euc-kr", "안녕하세요"),
  ...inEncoding("iso-2022-jp", "日本語のテキスト"),
  ...inEncoding("utf-16le", "ü 表 🎉"),
  {
    name: "characters that the page's encoding does not have",
    charset: "windows-1252",
    attributes: "",
    inputs: `<input name="a" value="é 表"><input type="hidden" name="_charset_" value="ignored">`,
    fields: [["a", "é &#34920;"]],
  },
];
