// Bodies that are pairs or plain text.
import { EMPTY_SUBMISSION } from "../../../test/payload-sources.ts";
import { renderBody, renderText, withField } from "../../../test/rendered.ts";

describe("a urlencoded body", () => {
  it("is percent-encoded and one line, although the template has several", () => {
    const source = `form={{form_name}}
{{#each form_params}}
  &{{this.name}}={{this.value}}
{{/each}}
&json={{JSONstringify attachment}}&raw={{{submission_id}}}
`;

    expect(renderBody("application/x-www-form-urlencoded", source)).toEqual({
      contentType: "application/x-www-form-urlencoded",
      text: "form=Contact%20%22A%22%20%26%20B&name=Ada%20%22L%22%20%3Cb%3E%20%26%20%5C%20co&email=ada%40example.org&tags=a%2C%20b%20%26%20c&ort=Z%C3%BCrich%20%E6%9D%B1%E4%BA%AC%20%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB&message=one%0D%0Atwo%20%3D%202%0A%09three&id=mine&data=x%5D%5D%3Ey&attachments=none&__proto__=plain&empty=&json=%5B%7B%22name%22%3A%22cv.pdf%22%2C%22public_url%22%3A%22https%3A%2F%2Fi.test%2Fp%2Fx%3Fa%3D1%26b%3D2%22%2C%22file_size%22%3A1234%7D%2C%7B%22name%22%3A%22%3Cb%3E.png%22%2C%22public_url%22%3A%22https%3A%2F%2Fi.test%2Fp%2Fy%22%2C%22file_size%22%3A0%7D%5D&raw=7",
    });
  });

  it("replaces a lone surrogate", () => {
    expect(
      renderText("application/x-www-form-urlencoded", 'a={{field "x"}}', withField("\uD800'")),
    ).toBe("a=%EF%BF%BD%27");
  });
});

describe("a multipart body", () => {
  const source = `form={{form_name}}

{{#each form_params}}
  {{this.name}}={{this.value}}
{{/each}}
sum=1+1=2
`;

  it("has a part for each line of the template, and no value can add one", () => {
    const fields = [
      ["na=me\r\n", 'one\r\ntwo=2\n\n "'],
      [' "quoted"', " é "],
    ] as const;
    const boundary = "intray-BOUNDARY";

    const { contentType, text: sent } = renderBody("multipart/form-data", source, {
      ...EMPTY_SUBMISSION,
      fields,
    });

    const [, found = ""] =
      /^multipart\/form-data; boundary=(intray-[0-9a-f]{40})$/.exec(contentType) ?? [];
    expect(sent.replaceAll(found, boundary)).toBe(
      [
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="form"\r\n\r\nContact\r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="na=me%0D%0A"\r\n\r\none\r\ntwo=2\n\n "\r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name=" %22quoted%22"\r\n\r\n é \r\n',
        '--intray-BOUNDARY\r\nContent-Disposition: form-data; name="sum"\r\n\r\n1+1=2\r\n',
        "--intray-BOUNDARY--\r\n",
      ].join(""),
    );
  });

  it("has the same bytes for the same submission, and another boundary for another", () => {
    expect(renderBody("multipart/form-data", source)).toEqual(
      renderBody("multipart/form-data", source),
    );
    expect(renderBody("multipart/form-data", source, EMPTY_SUBMISSION).contentType).not.toBe(
      renderBody("multipart/form-data", source).contentType,
    );
  });
});

it("plain text is not escaped, and can contain both forms of JSONstringify", () => {
  expect(
    renderBody(
      "text/plain",
      'é {{form_name}} {{JSONstringify form_name}} "{{JSONstringify form_name}}"',
    ),
  ).toEqual({
    contentType: "text/plain",
    text: String.raw`é Contact "A" & B "Contact \"A\" & B" "Contact \"A\" & B"`,
  });
});
