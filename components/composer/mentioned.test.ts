import { expect, test } from "vitest";
import { mentionedIn } from "./mentioned.ts";

const agents = [
  { id: "ana", name: "Ana" },
  { id: "maria", name: "Ana María" },
  { id: "ben", name: "Ben" },
];

test.each<[string, string[]]>([
  ["@Ben look at this", ["ben"]],
  ["for @Ana María and @Ben.", ["maria", "ben"]],
  ["@Ana María and @Ana", ["maria", "ana"]],
  ["@Benjamin is a client, so is ben@Ana.example", []],
  ["nobody", []],
])("%s", (words, ids) => {
  expect(mentionedIn(words, agents)).toEqual(ids);
});

test("of two with one name it is the one who was chosen, who comes first", () => {
  const [chosen, other] = [
    { id: "chosen", name: "Kim" },
    { id: "other", name: "Kim" },
  ];
  expect(mentionedIn("@Kim", [chosen, other, chosen])).toEqual(["chosen"]);
});
