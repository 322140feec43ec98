import { describe, expect, test } from "vitest";
import { htmlBlocks } from "./html-blocks.ts";

const textsOf = (html: string) => htmlBlocks(html).blocks.map(({ text }) => text);
const LONG = "We repair what we sell, for as long as there are parts, and we say beforehand what it costs. ".repeat(3);

/** A page as a shop system writes it, with its own content in `main`. */
const PAGE = `<!doctype html><html lang="en"><head><title>Returns – Larkfell</title>
<style>.x{color:red}</style><script>var a = "tracking";</script></head><body class="page">
<div id="cookie-banner">We use cookies. <button>Accept</button></div>
<header><a href="/">Larkfell</a><nav><ul><li><a href="/tents">Tents</a></li></ul></nav></header>
<div class="breadcrumb">Home / Help / Returns</div>
<main id="content"><nav aria-label="On this page"><a href="#a">Costs</a></nav>
<h1>Returns</h1>
<p>${LONG}</p>
<h2>How long?</h2><p>You have <strong>30&nbsp;days</strong>
  from the day on which the parcel arrives.<br/>For tents: 60 days.</p>
<h2>What it costs</h2>
<table><caption>Postage</caption><thead><tr><th>Country</th><th>Up to 5 kg</th><th>More</th></tr></thead>
<tbody><tr><th>Germany</th><td>free</td><td>free</td></tr><tr><th>France</th><td colspan="2">€ 6.90</td></tr>
<tr><td colspan="3">Islands cost more</td></tr></tbody></table>
<h2>Not taken back</h2><ul><li>gas canisters<li>food <ul><li>opened bags</li></ul></li></ul>
<ol start="3"><li>Print the label</li><li>Send it</li></ol>
<details><summary>Can I pay for pick-up?</summary><p>Yes, € 12.</p></details>
<p>Write to us.</p>
<aside>Only this week: tents.</aside></main>
<footer>© Larkfell <a href="/terms">Terms</a></footer></body></html>`;

test("a page: what is its own, under its headings, tables with the names of their columns", () => {
  const { title, blocks } = htmlBlocks(PAGE);
  expect(title).toBe("Returns – Larkfell");
  expect(blocks.map(({ heading, text, isRow }) => [heading, text, isRow])).toEqual([
    ["Returns", LONG.trim(), false],
    ["Returns › How long?", "You have 30 days from the day on which the parcel arrives.\nFor tents: 60 days.", false],
    ["Returns › What it costs", "Postage", false],
    ["Returns › What it costs", "Country: Germany; Up to 5 kg: free; More: free", true],
    ["Returns › What it costs", "Country: France; Up to 5 kg: € 6.90; More: € 6.90", true],
    ["Returns › What it costs", "Islands cost more", true],
    ["Returns › Not taken back", "• gas canisters", false],
    ["Returns › Not taken back", "• food", false],
    ["Returns › Not taken back", "• opened bags", false],
    ["Returns › Not taken back", "3. Print the label", false],
    ["Returns › Not taken back", "4. Send it", false],
    ["Returns › Not taken back › Can I pay for pick-up?", "Yes, € 12.", false],
    ["Returns › Not taken back", "Write to us.", false],
    ["Returns › Not taken back", "Only this week: tents.", false],
  ]);
});

describe("what people do not see is not read", () => {
  test.each([
    ["the attribute hidden", `<p hidden>X</p>`],
    ["display: none", `<div style="display: none"><p>X</p></div>`],
    ["… with !important, in capitals", `<p style="DISPLAY:NONE !important">X</p>`],
    ["visibility", `<span style="visibility:hidden">X</span>`],
    ["opacity", `<p style="opacity:0.0">X</p>`],
    ["letters without size", `<p style="font-size:0">X</p><p style="font-size: 1px">X</p><p style="font:0/0 a">X</p>`],
    ["off the screen", `<p style="position:absolute; left:-9999px">X</p><p style="text-indent:-999em">X</p>`],
    ["moved away", `<p style="transform: translateX(-10000px)">X</p><p style="transform:scale(0)">X</p>`],
    ["cut off", `<p style="height:0;overflow:hidden">X</p><p style="clip: rect(0 0 0 0)">X</p>`],
    ["cut off by a path", `<p style="clip-path: inset(50%)">X</p>`],
    ["white on white", `<p style="color:#FFF">X</p><p style="color: rgb(255, 255, 255)">X</p>`],
    ["white on white by name", `<div style="background:white"><b style="color:#ffffff">X</b></div>`],
    ["its background's colour", `<td style="background-color:#123456"><i style="color:#123456">X</i></td>`],
    ["an old attribute's colour", `<div bgcolor="#000"><span style="color:black">X</span></div>`],
    [
      "no colour",
      `<p style="color:transparent">X</p><p style="color:rgba(0,0,0,0)">X</p><p style="color:#12345600">X</p>`,
    ],
    ["for screen readers", `<span class="sr-only">X</span><p aria-hidden="true">X</p><div inert>X</div>`],
    ["a comment, a template, a script", `<!-- X --><template>X</template><script>X</script><noscript>X</noscript>`],
    ["a description of a picture", `<img alt="X" title="X" src="data:,X"><svg><text>X</text></svg>`],
    ["a form's fields", `<textarea>X</textarea><select><option>X</option></select><input value="X"><button>X</button>`],
  ])("%s", (_, html) => {
    expect(textsOf(`<p>Before</p>${html}<p>After</p>`)).toEqual(["Before", "After"]);
  });

  test("characters that only programs see", () => {
    const tags = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    expect(textsOf(`<p>Free\u200b ship\u00adping${tags}\u202e today\ufeff</p>`)).toEqual(["Free shipping today"]);
  });
});

test.each([
  ["white on black", `<div style="background:#000"><p style="color:white">seen</p></div>`],
  ["white on a picture", `<div style="background:navy url(x.png)"><p style="color:#fff">seen</p></div>`],
  ["found by whoever searches the page", `<div hidden="until-found">seen</div>`],
  ["half transparent", `<p style="opacity:.8; font-size:90%">seen</p>`],
  ["moved a little", `<p style="margin-left:-20px; text-indent:-10px">seen</p>`],
  ["clipped where it is too long", `<p style="overflow:hidden; max-height:40px">seen</p>`],
])("what people do see is read: %s", (_, html) => {
  expect(textsOf(html)).toEqual(["seen"]);
});

test("terms and what they mean are rows; questions among them have answers", () => {
  expect(
    htmlBlocks("<dl><dt>Fee<dt>Charge:<dd>none<dd>or little<dt>How long does it take?<dd>Two days</dl>").blocks,
  ).toEqual([
    { heading: null, text: "Fee, Charge: none", isRow: true },
    { heading: null, text: "Fee, Charge: or little", isRow: true },
    { heading: "How long does it take?", text: "Two days", isRow: false },
  ]);
});

test.each([
  [
    "a column of names",
    "<table><tr><th>Monday</th><td>9–17</td></tr><tr><th>Sunday</th><td>closed</td></tr></table>",
    ["Monday: 9–17", "Sunday: closed"],
  ],
  [
    "a row of names without thead, cells over rows",
    "<table><tr><th>Tariff<th>Speed<th>Price</tr><tr><td rowspan=2>Basic<td>50<td>€ 20<tr><td>100<td>€ 25</table>",
    ["Tariff: Basic; Speed: 50; Price: € 20", "Tariff: Basic; Speed: 100; Price: € 25"],
  ],
  [
    "two columns",
    "<table><tr><td>Phone<td>030 1</tr><tr><td>Mail:<td>a@b.c</tr></table>",
    ["Phone: 030 1", "Mail: a@b.c"],
  ],
  [
    "unmarked names of columns, as word processors write them",
    "<table><tr><td>Room<td>Half day<td>Full day<tr><td>Barn<td>-<td>€ 900<tr><td>Hall<td>€ 320<td>€ 540</table>",
    ["Room: Barn; Full day: € 900", "Room: Hall; Half day: € 320; Full day: € 540"],
  ],
  [
    "names and what they stand for",
    "<table><tr><td>Name<td>Ana<tr><td>Phone<td>030 1</table>",
    ["Name: Ana", "Phone: 030 1"],
  ],
  ["no table at all", "<table role=presentation><tr><td><p>One</p><p>Two</p></table>", ["One", "Two"]],
  ["a layout", "<table><tr><td><table><tr><td>A<td>1</table></td><td>B</td></tr></table>", ["A: 1", "B"]],
  ["a hidden row", "<table><tr><td>A<td>1<tr hidden><td>X<td>X</table>", ["A: 1"]],
  ["a colspan without end", `<table><tr><td colspan=999999999>A<td>B</table>`, ["A: B"]],
])("a table: %s", (_, html, rows) => {
  expect(textsOf(html)).toEqual(rows);
});

test("a main part that says nothing is not the page", () => {
  expect(textsOf("<main></main><div>The whole text is here.</div>")).toEqual(["The whole text is here."]);
});

test("ten thousand elements in one another are refused, not walked into", () => {
  expect(() => htmlBlocks("<div>".repeat(10_000))).toThrow("nested too deep");
});
