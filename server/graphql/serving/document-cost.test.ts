import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getOperationAST, Kind, parse, print, type DefinitionNode, type DocumentNode } from "graphql";
import { expect, test } from "vitest";
import { api } from "../../testing/api.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { costOf } from "./document-cost.ts";
import { assistantSchema, coreSchema } from "../schema.ts";
import { LARGE_COST } from "./run-document.ts";

const LIMIT = 20_000;

function cost(query: string, variables: Record<string, unknown> = {}, schema = coreSchema): number {
  return costOfDocument(parse(query), variables, schema);
}

function costOfDocument(document: DocumentNode, variables: Record<string, unknown>, schema = coreSchema): number {
  const operation = getOperationAST(document);
  if (!operation) throw new Error("the document has no operation");
  return costOf(schema, document, operation, variables);
}

const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }";

/** The portal's documents, with all fragments that they may spread. */
function portalDocuments(): { name: string; document: DocumentNode; isAssistants: boolean }[] {
  const root = join(import.meta.dirname, "../../../components");
  const written = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .flatMap((name) => [...readFileSync(join(root, name), "utf8").matchAll(/\b(g|botG)raphql\(\s*`([^`]+)`/g)])
    .map(([, kind, text = ""]) => ({ isAssistants: kind === "botG", definitions: parse(text).definitions }));
  return written.flatMap(({ isAssistants, definitions }) => {
    const fragments: DefinitionNode[] = written
      .filter((other) => other.isAssistants === isAssistants)
      .flatMap((other) => other.definitions)
      .filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
    return definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? {
            name: definition.name?.value ?? "",
            document: { kind: Kind.DOCUMENT, definitions: [definition, ...fragments] },
            isAssistants,
          }
        : [],
    );
  });
}

test.each<[number, string, Record<string, unknown>?]>([
  // A page costs its `first`, wherever that is given.
  [50, CONVS],
  [50, CONVS, { input: { workspaceId: 1, first: null } }],
  [7, CONVS, { input: { workspaceId: 1, first: 7 } }],
  [7, "{ convs(input: { workspaceId: 1, first: 7 }) { nodes { id } } }"],
  [7, "query ($n: Int) { convs(input: { workspaceId: 1, first: $n }) { nodes { id } } }", { n: 7 }],
  // A `first` that the list refuses costs no more than a valid one.
  [200, CONVS, { input: { first: 1_000_000 } }],
  [0, CONVS, { input: { first: -5 } }],
  // Rows cost the same whether or not they are selected.
  [57, "{ convs(input: { workspaceId: 1, first: 7 }) { pageInfo { count } } }"],
  // Lists inside rows count once per row.
  [200 + 200 * 50, "{ convs(input: { workspaceId: 1, first: 200 }) { nodes { messages } } }"],
  [200 + 200 * 10, "{ clients(input: { workspaceId: 1, first: 200 }) { nodes { identities { id } } } }"],
  // Lists without paging.
  [50, "{ tags(input: { workspaceId: 1 }) { nodes { id } } }"],
  [
    1 + 50 + 200,
    `{ searchInbox(input: { workspaceId: 1, text: "a" }) { convs { nodes { id } } messages { nodes { id } } } }`,
  ],
  // A single object, a mutation, and introspection.
  [1, `{ conv(input: { workspaceId: 1, id: "a" }) { id } }`],
  [1, `mutation { tagConv(input: { workspaceId: 1 }) { id } }`],
  [0, "{ __typename __schema { types { name fields { name } } } }"],
])("%i rows: %s", (rows, query, variables) => {
  expect(cost(query, variables)).toBe(rows);
});

test("aliases cost each; what GraphQL merges costs once; a fragment costs at each place", () => {
  const page = "convs(input: { workspaceId: 1, first: 200 }) { nodes { id } }";
  expect(cost(`{ ${Array.from({ length: 30 }, (_, no) => `a${no}: ${page}`).join(" ")} }`)).toBe(30 * 200);
  expect(cost(`{ ${page} ${page} }`)).toBe(200);
  expect(
    cost(`{ a: clients(input: { workspaceId: 1, first: 10 }) { ...f } b: clients(input: { workspaceId: 1, first: 20 }) { ...f } }
    fragment f on ClientPage { nodes { ... on Client { identities { id } } } }`),
  ).toBe(30 + 30 * 10);
});

test("fragments that spread one another twice each are read at once", () => {
  const chain = Array.from({ length: 60 }, (_, no) => `fragment f${no} on Query { ...f${no + 1} ...f${no + 1} }`);
  const last = "fragment f60 on Query { convs(input: { workspaceId: 1, first: 3 }) { nodes { id } } }";
  expect(cost(`{ ...f0 } ${chain.join(" ")} ${last}`)).toBe(3);
});

test("every document of the portal is far within the limit, with the longest pages that there are", () => {
  const all = portalDocuments();
  expect(all.length).toBeGreaterThan(100);
  const costs = all.map(({ name, document, isAssistants }) => {
    const schema = isAssistants ? assistantSchema : coreSchema;
    return { name, cost: costOfDocument(document, { input: { first: 200 } }, schema) };
  });
  expect(costs.filter(({ cost: rows }) => rows > LIMIT / 2)).toEqual([]);
});

test("no document of the portal that says its own page sizes is a large query", () => {
  const own = portalDocuments().filter(({ document }) => /first: \d/.test(print(document.definitions[0] ?? document)));
  expect(own.map(({ name }) => name)).toContain("InboxConvParts");
  const costs = own.map(({ name, document, isAssistants }) => ({
    name,
    cost: costOfDocument(document, {}, isAssistants ? assistantSchema : coreSchema),
  }));
  expect(costs.filter(({ cost: rows }) => rows >= LARGE_COST)).toEqual([]);
});

test("every answer tells the cost; a document over the limit is BAD_INPUT before it runs, and says what to do", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  const caller = api({ key: apiKey }, workspaceId);
  const variables = { input: { workspaceId, first: 200 } };
  const within = await caller.post({ query: CONVS, variables });
  expect(within.errors).toEqual([]);
  expect(within.extensions).toEqual({ cost: { asked: 200, limit: LIMIT } });
  const parts = Array.from({ length: 2 }, (_, no) => `a${no}: convs(input: $input) { nodes { messages } }`);
  const query = `query ($input: ConvsInput!) { ${parts.join(" ")} }`;
  for (const time of ["first", "again"]) {
    const { data, errors, extensions } = await caller.post({ query, variables });
    expect([time, data, errors.map(({ message, extensions: { code } }) => [code, message])]).toEqual([
      time,
      null,
      [["BAD_INPUT", expect.stringMatching(/costs 20400 and may cost 20000: ask for fewer rows/)]],
    ]);
    expect(extensions).toEqual({ cost: { asked: 20_400, limit: LIMIT } });
  }
});
