import { readFileSync } from "node:fs";
import {
  GraphQLID,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
} from "graphql";
import { beforeAll, describe, expect, test } from "vitest";
import { IntegrationType } from "../generated/prisma/enums.ts";
import { ISO, wholeAnswers } from "../testing/contract/whole-answers.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { assistantSchema, coreSchema } from "./schema.ts";

// Compares the tables of contract.md, Endpoints, with the schemas.
type Line = { operation: string; kind: string; input: string; result: string };

const LINES: Line[] = readFileSync("docs/contract.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6 && (cells[2] === "query" || cells[2] === "mutation"))
  .map(([, operation = "", kind = "", input = "", result = ""]) => ({ operation, kind, input, result }));

const schemaOf = (operation: string): GraphQLSchema => (operation.endsWith("Ai") ? assistantSchema : coreSchema);
const fieldsOf = (schema: GraphQLSchema): GraphQLField<unknown, unknown>[] =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((root) => Object.values(root?.getFields() ?? {}));

/** Parses `label String!, agentId ID, name, surname (all String)` into names and types, without notes. */
function readInput(text: string): { type: string; fields: [string, string][] } {
  const [, type = "", list = ""] = /^(\w+): (.*)$/.exec(text) ?? [];
  // The contract describes the items of patches in prose.
  const plain = list.replace(/; paginated|\. Updates the client.*|with items .*/g, "");
  const waiting: string[] = [];
  const fields = plain
    .split(/, (?![^(]*\))/)
    .filter(Boolean)
    .flatMap((part): [string, string][] => {
      const [, name = "", given] = /^(\w+)(?: (\[?\w+!?\]?!?))?/.exec(part.trim()) ?? [];
      const ofAll = /\((?:all )?String\)/.test(part) ? "String" : undefined;
      const found = given ?? ofAll;
      if (!found) {
        waiting.push(name);
        return [];
      }
      return [...waiting.splice(0).map((each): [string, string] => [each, found]), [name, found]];
    });
  expect(waiting).toEqual([]);
  return { type, fields };
}

/** All fields of a response, at any depth. */
function namesIn(type: GraphQLOutputType, seen = new Set<string>()): Set<string> {
  const named = getNamedType(type);
  if (!isObjectType(named) || seen.has(named.name)) return new Set();
  const fields = Object.values(named.getFields());
  const below = fields.flatMap((field) => [...namesIn(field.type, new Set([...seen, named.name]))]);
  return new Set([...fields.map(({ name }) => name), ...below]);
}

/** The field names in a table's description of a result, without explanatory words. */
function readResult(text: string): string[] {
  if (/^(?:same as|Boolean|nodes: see)/.test(text)) return [];
  const words = text
    .replace(/\([^)]*\)/g, "")
    .replace(/\. .*$/, "")
    .replace(/\[\{[^}]*\}\]/g, "")
    .replace(/the deleted record: | and others?| and other client fields|conversation fields|, scheduled/g, "")
    .match(/\b[a-z]\w*\b/g);
  return [...new Set(words)].filter((word) => !["of", "nodes", "pageInfo"].includes(word));
}

test("every operation of the contract is there, under the contract's name", () => {
  expect(LINES).toHaveLength(34);
  for (const { operation, kind } of LINES) {
    const schema = schemaOf(operation);
    const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    expect([operation, root?.getFields()[operation]?.name]).toEqual([operation, operation]);
  }
  // Operations that the contract only names.
  const core =
    "conv convLastMessage openConversationsNeedResponseCount endConv patchConv tagConv patchClient agentsReport";
  const names = (schema: GraphQLSchema) => fieldsOf(schema).map(({ name }) => name);
  expect(names(coreSchema)).toEqual(
    expect.arrayContaining([...core.split(" "), "assignOwner", "assignUserRole", "deleteWorkspace"]),
  );
  expect(names(assistantSchema)).toEqual(expect.arrayContaining(["ai", "ais", "createAi", "deleteAi", "patchAi"]));
});

describe("inputs and results", () => {
  test("are those of the contract's tables", () => {
    for (const { operation, input, result } of LINES) {
      const field = fieldsOf(schemaOf(operation)).find(({ name }) => name === operation);
      const type = field && getNamedType(field.args[0]?.type);
      if (!field || !isInputObjectType(type)) throw new Error(`${operation} takes no input`);
      const wanted = readInput(input);
      expect([operation, type.name]).toEqual([operation, wanted.type]);
      const fields = type.getFields();
      expect([operation, wanted.fields.map(([name]) => [name, String(fields[name]?.type)])]).toEqual([
        operation,
        wanted.fields,
      ]);
      // Fields that the contract does not name must be optional.
      const more = Object.values(fields).filter(({ name }) => !wanted.fields.some(([each]) => each === name));
      expect([operation, more.filter((each) => String(each.type).endsWith("!"))]).toEqual([operation, []]);
      const answered = namesIn(field.type);
      expect([operation, readResult(result).filter((name) => !answered.has(name))]).toEqual([operation, []]);
    }
  });
});

test("every operation takes one input with a workspaceId of type Int!", () => {
  for (const field of [...fieldsOf(coreSchema), ...fieldsOf(assistantSchema)]) {
    const [input, ...more] = field.args;
    const type = input && getNamedType(input.type);
    expect([field.name, input?.name, more.length]).toEqual([field.name, "input", 0]);
    expect(String(input?.type).endsWith("!")).toBe(true);
    expect(isInputObjectType(type) && String(type.getFields().workspaceId?.type)).toBe("Int!");
  }
});

test("lists are answered as nodes, paged ones with pageInfo too", () => {
  for (const field of [...fieldsOf(coreSchema), ...fieldsOf(assistantSchema)]) {
    const type = getNullableType(field.type);
    expect([field.name, isListType(type)]).toEqual([field.name, false]);
    if (!isObjectType(type)) continue;
    const input = getNamedType(field.args[0]?.type);
    const isPaged = isInputObjectType(input) && "first" in input.getFields() && "after" in input.getFields();
    expect([field.name, "pageInfo" in type.getFields()]).toEqual([field.name, isPaged]);
    if (isPaged) {
      expect(isListType(getNullableType(type.getFields().nodes?.type))).toBe(true);
      // `events` is not in the contract. It reads a log, which has no count of what is still to come.
      const count = field.name === "events" ? [] : ["count"];
      const pageInfo = getNamedType(type.getFields().pageInfo?.type ?? field.type);
      expect([field.name, [...namesIn(pageInfo)].sort()]).toEqual([field.name, [...count, "endCursor", "hasNextPage"]]);
    }
  }
});

describe("values", () => {
  let call: ReturnType<typeof wholeAnswers>["call"], refusal: ReturnType<typeof wholeAnswers>["refusal"];
  beforeAll(async () => {
    const { api } = await createTestWorkspace();
    ({ call, refusal } = wholeAnswers(coreSchema, api));
  });

  test("identifiers are strings", async () => {
    const fields = [coreSchema, assistantSchema].flatMap((schema) =>
      Object.values(schema.getTypeMap()).flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : [])),
    );
    for (const { name, type } of fields.filter((field) => field.name === "id" || field.name === "messageId")) {
      const named = getNamedType(type);
      expect([
        name,
        named === GraphQLID || (isScalarType(named) && named.name === "String") || named.name === "CreditPackId",
      ]).toEqual([name, true]);
    }
    const { id } = await call("createTag", { type: "client", tag: "vip" });
    expect(id).toEqual(expect.any(String));
  });

  test("a DateTime is an ISO 8601 text, both ways", async () => {
    const { createdAt } = await call("createTag", { type: "client", tag: "new" });
    expect(createdAt).toMatch(ISO);
    for (const startDate of [
      "2026-11-21",
      "2026-11-21T09:30Z",
      "2026-11-21T09:30:00+01:00",
      "2026-11-21T09:30:00.123456Z",
    ])
      expect(await call("messages", { startDate })).toMatchObject({ nodes: [] });
    for (const startDate of ["yesterday", "21.11.2026", "2026-13-01", 1_763_717_400, true, ""])
      expect(await refusal("messages", { startDate })).toMatchObject({ code: "BAD_INPUT", paths: ["input.startDate"] });
  });

  test("only TELEGRAM and CUSTOM channels can be created through the API", async () => {
    for (const type of Object.values(IntegrationType)) {
      const refused = await refusal("createIntegration", { name: "New", type, integrationProperties: {} });
      const isForApi = type === "TELEGRAM" || type === "CUSTOM";
      expect([type, refused.code, refused.paths.every((path) => path === "input.type")]).toEqual([
        type,
        "BAD_INPUT",
        !isForApi,
      ]);
    }
  });
});
