import { readFileSync } from "node:fs";
import { buildSchema, findBreakingChanges, isSpecifiedScalarType, printSchema, type GraphQLSchema } from "graphql";
import { describe, expect, test } from "vitest";
import { assistantSchema, coreSchema } from "./schema.ts";

describe.each([
  ["core.graphql", coreSchema],
  ["assistant.graphql", assistantSchema],
])("%s", (file, schema) => {
  const contract = buildSchema(readFileSync(new URL(`contract/${file}`, import.meta.url), "utf8"));

  test("all of it is in the built schema, without a breaking change", () => {
    const built = buildSchema(printSchema(schema));
    expect(findBreakingChanges(contract, built).map(({ description }) => description)).toEqual([]);
  });
});

test("the two schemas share what every schema has, and nothing else", () => {
  const ofAssistants = typeNames(assistantSchema);
  const shared = typeNames(coreSchema).filter((name) => ofAssistants.includes(name));
  expect(shared).toEqual(["DateTime", "JSON", "Mutation", "PageInfo", "Query"]);
});

function typeNames(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type))
    .map(({ name }) => name)
    .sort();
}
