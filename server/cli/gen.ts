/**
 * `npm run gen`: creates everything that is derived from sources.
 * Not committed: the Prisma client, the API reference, the types of sentence parameters, and the portal's typed views of the
 * GraphQL schemas.
 * Committed, so that a change of the API shows in the diff: the printed GraphQL schemas without descriptions, and the
 * operations.
 * With `--check` no committed file is written. Stale files are named and the exit code is 1.
 */
import { minifyIntrospection, outputIntrospectionFile } from "gql.tada/internal";
import {
  introspectionFromSchema,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
  type GraphQLSchema,
} from "graphql";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeReference } from "./api-reference.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { TYPE, parse as parseSentence, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";

const ROOT = resolve(import.meta.dirname, "../..");
const SENTENCES = "components/i18n/messages/en/service.json";

const isCheck = process.argv.includes("--check");
const stale: string[] = [];

function settle(path: string, content: string, isCommitted = true): void {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, "utf8") === content) return;
  if (isCheck && isCommitted) return void stale.push(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`wrote ${path}`);
}

function withoutDescriptions(schema: GraphQLSchema): string {
  const bare = visit(parse(printSchema(schema)), {
    enter: (node) => ("description" in node ? { ...node, description: undefined } : undefined),
  });
  return `${print(bare)}\n`;
}

ensurePrismaClient({ force: !isCheck });
const sentences = JSON.parse(readFileSync(join(ROOT, SENTENCES), "utf8")) as object;
writeFileSync(join(ROOT, "server/generated/sentence-params.d.ts"), sentenceParams(sentences));
// Imported late, because the schema's modules need the generated client.
const { coreSchema, assistantSchema } = await import("../graphql/schema.ts");
const { printOperations } = await import("../graphql/print-operations.ts");
const { ENDPOINTS } = await import("../graphql/reference/endpoints.ts");
for (const [printed, types, schema] of [
  ["schema.graphql", "graphql-env.d.ts", lexicographicSortSchema(coreSchema)],
  ["assistant-schema.graphql", "assistant-env.d.ts", lexicographicSortSchema(assistantSchema)],
] as const) {
  settle(`server/graphql/${printed}`, withoutDescriptions(schema));
  const introspection = minifyIntrospection(introspectionFromSchema(schema));
  const views = outputIntrospectionFile(introspection, { fileType: ".d.ts", shouldPreprocess: true });
  settle(`components/graphql/${types}`, views, false);
}
settle("server/graphql/operations.txt", printOperations(ENDPOINTS));
await writeReference();

if (stale.length > 0) {
  console.error(`Stale, run "npm run gen" and commit: ${stale.join(", ")}`);
  process.exitCode = 1;
}

/**
 * The parameter types of each sentence of the service, from the English catalogue.
 * @param catalogue the texts of `service.json`: nested groups with ICU messages as leaves.
 */
function sentenceParams(catalogue: object): string {
  const lines = sentencesOf(catalogue).map(([code, text]) => {
    const places = new Map<string, string>();
    collect(parseSentence(text, { ignoreTag: true }), places);
    const shape = [...places].map(([name, type]) => `${name}: ${type}`).join("; ");
    return `  ${JSON.stringify(code)}: ${shape === "" ? "Record<never, never>" : `{ ${shape} }`};`;
  });
  return `export type SentenceParams<Filling> = {\n${lines.join("\n")}\n};\n`;
}

function sentencesOf(group: object, path = ""): [code: string, text: string][] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  );
}

function collect(elements: MessageFormatElement[], places: Map<string, string>): void {
  for (const element of elements) {
    if (element.type === TYPE.plural || element.type === TYPE.number) places.set(element.value, "number");
    else if (element.type === TYPE.select) places.set(element.value, "string");
    else if (element.type === TYPE.argument) places.set(element.value, "Filling");
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) collect(option.value, places);
  }
}
