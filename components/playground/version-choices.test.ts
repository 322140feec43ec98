import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { choiceOf, parseChoice, versionChoices } from "./version-choices.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "playground" });
const OTTO = { id: "otto", name: "Otto", type: "builtIn" as const, versionNumber: 2 };

test("an assistant is offered as it is live, and its draft beside it", () => {
  expect(versionChoices(t, [{ ...OTTO, draft: null }])).toEqual([{ value: "otto", label: "Otto", aiId: "otto" }]);
  const labels = versionChoices(t, [{ ...OTTO, draft: { id: "d3", number: 3 } }]).map(({ label }) => label);
  expect(labels).toEqual(["Otto, live", "Otto, draft 3"]);
});

test.each([
  { aiId: "otto", versionId: null },
  { aiId: "otto", versionId: "d3" },
])("the choice of %j is read back as it was", (begun) => {
  expect(parseChoice(choiceOf(begun))).toEqual(begun);
});
