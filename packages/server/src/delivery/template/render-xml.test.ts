import type { PayloadSource } from "../../domain/delivery/payload-source.ts";
import { EMPTY_SUBMISSION } from "../../../test/payload-sources.ts";
import { renderText, withField } from "../../../test/rendered.ts";

const xml = (source: string, of?: PayloadSource) => renderText("application/xml", source, of);

it("is escaped by the context of each tag", () => {
  const source = `<?xml version="1.0"?>
<a b="{{field "x"}}" c='{{field "x"}}'>{{field "x"}}<![CDATA[{{field "x"}}]]></a>`;

  expect(xml(source, withField(`<&>"' ]]>\r\n\t\0é`))).toBe(`<?xml version="1.0"?>
<a b="&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;&#10;&#9;\uFFFDé" c='&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;&#10;&#9;\uFFFDé'>&lt;&amp;&gt;&quot;&apos; ]]&gt;&#13;
\t\uFFFDé<![CDATA[<&>"' ]]]]><![CDATA[>\r
\t\uFFFDé]]></a>`);
});

it("can name elements after fields, without characters that XML does not allow", () => {
  const source =
    "<form>{{#each form_params}}<{{this.name}}>{{this.value}}</{{this.name}}>{{/each}}<f_{{submission_id}}/></form>";
  const fields = [
    ["your name", "a"],
    ["2nd", "b"],
    ["x:y", ["c", "d"]],
    ["", "e"],
    ["größe/cm>", "<"],
  ] as const;

  expect(xml(source, { ...EMPTY_SUBMISSION, fields })).toBe(
    "<form><your_name>a</your_name><_2nd>b</_2nd><x_y>c, d</x_y><_>e</_><größe_cm_>&lt;</größe_cm_><f_1/></form>",
  );
});

it("keeps values inside a CDATA section, even across several tags", () => {
  const source = '<a><![CDATA[{{field "x"}}{{field "y"}}>]{{field "y"}}]]></a>';
  const fields = [
    ["x", "]"],
    ["y", "]>]"],
  ] as const;

  expect(xml(source, { ...EMPTY_SUBMISSION, fields })).toBe(
    "<a><![CDATA[]]]><![CDATA[]]]><![CDATA[>]]]><![CDATA[>]]]]><![CDATA[>]]]><![CDATA[]]></a>",
  );
});

it("can contain JSON in an attribute and raw", () => {
  expect(xml("<a b='{{JSONstringify source_query}}'>{{{JSONstringify form_name}}}</a>")).toBe(
    String.raw`<a b='[{&quot;name&quot;:&quot;a&quot;,&quot;value&quot;:&quot;1&quot;},{&quot;name&quot;:&quot;b&quot;,&quot;value&quot;:&quot;\&quot;&quot;}]'>"Contact \"A\" & B"</a>`,
  );
});
