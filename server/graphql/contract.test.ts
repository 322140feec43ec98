import { readFileSync } from "node:fs";
import { GraphQLSchema, buildSchema, findBreakingChanges, printSchema } from "graphql";
import { expect, test } from "vitest";
import { coreSchema } from "./schema.ts";

/** Operations of the contract that are still to be built. An entry that has been built, or a gap that is not here, fails. */
const MISSING = {
  Query: [
    "agentsReport",
    "broadcast",
    "broadcastReport",
    "broadcasts",
    "bulkImportJob",
    "validateBulkImportContacts",
    "wabaMessageTemplates",
  ],
  Mutation: [
    "assignOwner",
    "assignUserRole",
    "bulkImportContacts",
    "cancelBroadcast",
    "createBroadcast",
    "deleteWorkspace",
    "launchBroadcast",
    "mergeClients",
    "sendNotification",
    "startConv",
  ],
} satisfies Record<string, string[]>;

const contractText = readFileSync(new URL("contract/core.graphql", import.meta.url), "utf8");
const built = buildSchema(printSchema(coreSchema));

test("the built schema lacks exactly the operations that are known to be missing", () => {
  expect(lacking("Query")).toEqual(MISSING.Query);
  expect(lacking("Mutation")).toEqual(MISSING.Mutation);
});

test("all else of the contract is in the built schema, without a breaking change", () => {
  expect(findBreakingChanges(contractWithoutMissing(), built).map(({ description }) => description)).toEqual([]);
});

function lacking(root: "Query" | "Mutation"): string[] {
  const there = fieldNames(built, root);
  return fieldNames(buildSchema(contractText), root)
    .filter((name) => !there.includes(name))
    .sort();
}

function fieldNames(schema: GraphQLSchema, root: "Query" | "Mutation"): string[] {
  const type = root === "Query" ? schema.getQueryType() : schema.getMutationType();
  return Object.keys(type?.getFields() ?? {});
}

/** The contract without the missing operations and the types that only they use. */
function contractWithoutMissing(): GraphQLSchema {
  const contract = buildSchema(contractText);
  const query = contract.getQueryType();
  const mutation = contract.getMutationType();
  for (const name of MISSING.Query) delete query?.getFields()[name];
  for (const name of MISSING.Mutation) delete mutation?.getFields()[name];
  return new GraphQLSchema({ query, mutation });
}
