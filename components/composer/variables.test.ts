import { expect, test } from "vitest";
import { emptyFields, factsOf, resolveVariables } from "./variables.ts";

const facts = factsOf({ clientName: "Maria Silva", integrationName: "Shop", orderNo: null }, "Ana Nowak");

test("what is known is filled in, and what is not stays to be seen", () => {
  const text = resolveVariables(
    "Hi {{client.firstName}}, {{ agent.name }} here: order {{order.no}} {{oder.no}}",
    facts,
  );
  expect(text).toBe("Hi Maria, Ana Nowak here: order {{order.no}} {{oder.no}}");
  expect(emptyFields(`${text} {{order.no}}`)).toEqual(["order.no", "oder.no"]);
  expect(emptyFields("no {braces} {{}}")).toEqual([]);
});

test("a phone number that stands for a name has no first name", () => {
  expect(factsOf({ clientName: "+48 600 100 200", integrationName: "Shop" }, "Ana")["client.firstName"]).toBeNull();
});
