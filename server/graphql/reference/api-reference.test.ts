import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { apiReference } from "./api-reference.ts";
import { describeOperations, operationsOf } from "./describe-operations.ts";
import { ENDPOINTS, wholeReference } from "./endpoints.ts";
import { referenceMarkdown } from "./markdown.ts";

const schema = () =>
  buildSchema(`
    type PageInfo { hasNextPage: Boolean!, count: Int! }
    type Thing { id: ID!, parts(first: Int): [Thing!]! }
    type ThingPage { nodes: [Thing!]!, pageInfo: PageInfo! }
    input ThingsInput { name: String, workspaceId: Int! }
    type Query { things(input: ThingsInput!): ThingPage! }
  `);
const words = { things: { section: "Things", summary: "All things.", input: { name: "x" } } };

test("an operation without words, and words without an operation, stop the generation", () => {
  expect(() => apiReference("/x", schema(), {})).toThrow("/x: no words in the reference for things");
  expect(() => apiReference("/x", schema(), { ...words, gone: words.things })).toThrow(
    "operations that are not there: gone",
  );
});

test("an example asks for everything but what costs, and what must be given stands first", () => {
  const operation = apiReference("/x", schema(), words).sections[0]?.operations[0];
  expect(operation?.input.map(({ name }) => name)).toEqual(["workspaceId", "name"]);
  expect(operation?.example.query).toContain("hasNextPage");
  expect(operation?.example.query).not.toContain("count");
  expect(operation).toMatchObject({ kind: "query", inputType: "ThingsInput", result: "ThingPage!", permission: null });
});

test("a description that the schema has already is kept", () => {
  const described = describeOperations(schema(), words);
  expect(operationsOf(described).map(({ description }) => description)).toEqual(["All things."]);
  describeOperations(described, { things: { ...words.things, summary: "Other words." } });
  expect(operationsOf(described)[0]?.description).toBe("All things.");
});

test("the file holds every operation of every endpoint, with a command to run", () => {
  const text = referenceMarkdown(wholeReference());
  for (const { path, schema: served } of ENDPOINTS) {
    for (const { name } of operationsOf(served)) expect(text).toContain(`\n### ${name}\n`);
    expect(text).toContain(`curl "$BASE_URL${path}"`);
  }
  expect(text.match(/^curl /gm)).toHaveLength(ENDPOINTS.flatMap(({ schema: served }) => operationsOf(served)).length);
});
