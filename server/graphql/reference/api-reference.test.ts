import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { verb } from "../../verb.ts";
import { createBuilder } from "../builder.ts";
import { operationsOf, section } from "../operation.ts";
import { apiReference } from "./api-reference.ts";
import { ENDPOINTS, wholeReference } from "./endpoints.ts";
import { referenceMarkdown } from "./markdown.ts";

test("an operation that is not declared stops the generation", () => {
  const schema = buildSchema("input LookInput { workspaceId: Int! } type Query { look(input: LookInput!): Int }");
  expect(() => apiReference("/x", schema)).toThrow("look is not declared");
});

function schemaOfThings() {
  const builder = createBuilder();
  const PageInfo = builder.objectRef<{ hasNextPage: boolean; count: number }>("PageInfo").implement({
    fields: (t) => ({ hasNextPage: t.exposeBoolean("hasNextPage"), count: t.exposeInt("count") }),
  });
  const ThingPage = builder.objectRef<{ pageInfo: { hasNextPage: boolean; count: number } }>("ThingPage").implement({
    fields: (t) => ({ pageInfo: t.expose("pageInfo", { type: PageInfo }) }),
  });
  const list = verb({ may: "USE_CONVS" }, (_ctx, { name }: { name: string }) => ({
    pageInfo: { hasNextPage: false, count: name.length },
  }));
  const { query } = section(builder, "Contacts");
  query("things", list, {
    type: ThingPage,
    input: (t) => ({ first: t.int(), name: t.string({ required: true }) }),
    says: "All things.",
    example: { name: "x" },
  });
  return builder.toSchema();
}

test("an example asks for everything but what costs, and what must be given stands first", () => {
  const operation = apiReference("/x", schemaOfThings()).sections[0]?.operations[0];
  expect(operation?.input.map(({ name }) => name)).toEqual(["name", "workspaceId", "first"]);
  expect(operation?.example.query).toContain("hasNextPage");
  expect(operation?.example.query).not.toContain("count");
  expect(operation).toMatchObject({ kind: "query", inputType: "ThingsInput", result: "ThingPage!", permission: null });
  expect(operation?.summary).toBe("All things.");
});

test("the file holds every operation of every endpoint, with a command to run", () => {
  const text = referenceMarkdown(wholeReference());
  for (const { path, schema: served } of ENDPOINTS) {
    for (const { field } of operationsOf(served)) expect(text).toContain(`\n### ${field.name}\n`);
    expect(text).toContain(`curl "$BASE_URL${path}"`);
  }
  expect(text.match(/^curl /gm)).toHaveLength(ENDPOINTS.flatMap(({ schema: served }) => operationsOf(served)).length);
});
