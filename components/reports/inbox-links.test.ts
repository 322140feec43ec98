import { expect, test } from "vitest";
import { parseQuery } from "../list/conv-query.ts";
import { convLinks, COUNTS, ofChannel, term } from "./inbox-links.ts";

const ANA = "0190a000-0000-7000-8000-000000000001";
const SHOP = "0190a000-0000-7000-8000-000000000002";
const SPAN = { startDate: "2026-11-01T23:00:00.000Z", endDate: "2026-12-01T23:00:00.000Z" };
const HAPPENED = "2026-11-01T23:00:00Z/2026-12-01T23:00:00Z";

/** The conditions in a URL. Fails if the search field does not know one of them. */
function asked(href: string): string {
  const [path, search] = href.split("?");
  expect(path).toBe("/7/inbox");
  const q = new URLSearchParams(search).get("q") ?? "";
  expect(parseQuery(q)).toMatchObject({ words: [], unknown: [] });
  return q;
}

const links = convLinks(7);

test.each([
  [
    "opened",
    links.opened(SPAN),
    "is:open,ended -is:dormant created:>2026-11-01T23:00:00Z created:<2026-12-01T23:00:00Z",
  ],
  ["ended", links.ended(SPAN), "is:ended -is:dormant ended:>2026-11-01T23:00:00Z ended:<2026-12-01T23:00:00Z"],
  ["rated", links.rated(SPAN), "is:open,ended rated:>2026-11-01T23:00:00Z rated:<2026-12-01T23:00:00Z"],
  ["a rating", links.rated(SPAN, 2), "is:open,ended rating:2 rated:>2026-11-01T23:00:00Z rated:<2026-12-01T23:00:00Z"],
  ["an agent's messages", links.wrote(ANA, SPAN), `is:open,ended,dormant wrote:${ANA}/${HAPPENED}`],
  [
    "an hour of the week",
    links.wrote("client", SPAN, { weekday: 5, hour: 14, timeZone: "Europe/Berlin" }),
    `is:open,ended,dormant wrote:client/${HAPPENED}/5-14/Europe/Berlin`,
  ],
  ["given", links.given(ANA, SPAN), `is:open,ended,dormant given:${ANA}/${HAPPENED}`],
  ["an agent's first answers", links.answered(ANA, SPAN), `is:open,ended,dormant answered:${ANA}/${HAPPENED}`],
  [
    "turns of one outcome",
    links.turns(ANA, SPAN, "handedOver"),
    `is:open,ended,dormant turn:${ANA}/${HAPPENED}/handedOver`,
  ],
  ["what waits now", links.waiting(), "is:waiting"],
  ["what is nobody's now", links.unassigned(), "is:open owner:none ai:no"],
])("%s", (_, href, q) => {
  expect(asked(href)).toBe(q);
});

test.each(COUNTS)("the count %s has its conversations, of the channel and the tag that were asked for", (count) => {
  const q = asked(convLinks(7, [ofChannel(SHOP), term("tag", 'a "b", c')]).counted(count, SPAN));
  const [group] = parseQuery(q).groups;
  expect(group).toContainEqual({ field: "channel", op: "is", values: [SHOP] });
  expect(group).toContainEqual({ field: "tag", op: "is", values: ['a "b", c'] });
});

test("without a channel no condition stands for it", () => {
  expect(asked(convLinks(7, [ofChannel(null)]).open())).toBe("is:open");
});
