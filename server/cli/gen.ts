/**
 * `npm run gen`: everything that is derived from sources. Not committed: the Prisma client, the API reference, and the types of what
 * sentences are filled with. Committed, so that a change of the API shows in the diff: the printed GraphQL schemas and operations, and the
 * portal's typed views of them.
 * With `--check` no committed file is written; stale ones are named and the exit code is 1.
 */
import { minifyIntrospection, outputIntrospectionFile } from "gql.tada/internal";
import { introspectionFromSchema, lexicographicSortSchema, printSchema, type GraphQLSchema } from "graphql";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { writeReference } from "./api-reference.ts";
import { ensurePrismaClient } from "./prisma-client.ts";
import { sentenceParams } from "./sentence-params.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SCHEMA = "server/graphql/schema.graphql";
const ASSISTANT_SCHEMA = "server/graphql/assistant-schema.graphql";
const OPERATIONS = "server/graphql/operations.txt";
const SENTENCES = "components/i18n/messages/en/service.json";
const TYPES = "components/graphql/graphql-env.d.ts";
const ASSISTANT_TYPES = "components/graphql/assistant-env.d.ts";

const isCheck = process.argv.includes("--check");
const stale: string[] = [];

function settle(path: string, content: string): void {
  const file = join(ROOT, path);
  if (existsSync(file) && readFileSync(file, "utf8") === content) return;
  if (isCheck) return void stale.push(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`wrote ${path}`);
}

const print = (schema: GraphQLSchema) => `${printSchema(lexicographicSortSchema(schema))}\n`;

ensurePrismaClient({ force: !isCheck });
const sentences = JSON.parse(readFileSync(join(ROOT, SENTENCES), "utf8")) as object;
writeFileSync(join(ROOT, "server/generated/sentence-params.d.ts"), sentenceParams(sentences));
// Imported late: the schema's modules need the generated client.
const { coreSchema, assistantSchema } = await import("../graphql/schema.ts");
const { printOperations } = await import("../graphql/print-operations.ts");
const { ENDPOINTS } = await import("../graphql/reference/endpoints.ts");
settle(SCHEMA, print(coreSchema));
settle(ASSISTANT_SCHEMA, print(assistantSchema));
settle(OPERATIONS, printOperations(ENDPOINTS));
await writeReference();

for (const [path, schema] of [
  [TYPES, coreSchema],
  [ASSISTANT_TYPES, assistantSchema],
] as const) {
  const introspection = minifyIntrospection(introspectionFromSchema(lexicographicSortSchema(schema)));
  settle(path, outputIntrospectionFile(introspection, { fileType: ".d.ts", shouldPreprocess: true }));
}

if (stale.length > 0) {
  console.error(`Stale, run "npm run gen" and commit: ${stale.join(", ")}`);
  process.exitCode = 1;
}
