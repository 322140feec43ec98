import { expect, test } from "vitest";
import { choiceOf, parseChoice, versionChoices } from "./version-choices.ts";

const OTTO = { id: "otto", name: "Otto", type: "builtIn" as const, versionNumber: 2 };

test("an assistant is offered as it is live, and its draft beside it", () => {
  expect(versionChoices([{ ...OTTO, draft: null }])).toEqual([{ value: "otto", label: "Otto", aiId: "otto" }]);
  const labels = versionChoices([{ ...OTTO, draft: { id: "d3", number: 3 } }]).map(({ label }) => label);
  expect(labels).toEqual(["Otto, live", "Otto, draft 3"]);
});

test.each([
  { aiId: "otto", versionId: null },
  { aiId: "otto", versionId: "d3" },
])("the choice of %j is read back as it was", (begun) => {
  expect(parseChoice(choiceOf(begun))).toEqual(begun);
});
