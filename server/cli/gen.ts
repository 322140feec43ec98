/**
 * `npm run gen`: everything that is derived from sources. The Prisma client (not committed), the printed GraphQL schemas and
 * the portal's typed view of the first one (both committed: a change of the API shows in the diff).
 * With `--check` nothing is written; stale committed files are named and the exit code is 1.
 */
import { minifyIntrospection, outputIntrospectionFile } from "gql.tada/internal";
import { introspectionFromSchema, lexicographicSortSchema, printSchema } from "graphql";
import type { GraphQLSchema } from "graphql";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ensurePrismaClient } from "./prisma-client.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SCHEMA = "server/graphql/schema.graphql";
const ASSISTANT_SCHEMA = "server/graphql/assistant-schema.graphql";
const TYPES = "components/graphql/graphql-env.d.ts";

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
// Imported late: the schema's modules need the generated client.
const schemas: { coreSchema: GraphQLSchema; assistantSchema?: GraphQLSchema } = await import("../graphql/schema.ts");
settle(SCHEMA, print(schemas.coreSchema));
if (schemas.assistantSchema) settle(ASSISTANT_SCHEMA, print(schemas.assistantSchema));

const introspection = minifyIntrospection(introspectionFromSchema(lexicographicSortSchema(schemas.coreSchema)));
settle(TYPES, outputIntrospectionFile(introspection, { fileType: ".d.ts", shouldPreprocess: true }));

if (stale.length > 0) {
  console.error(`Stale, run "npm run gen" and commit: ${stale.join(", ")}`);
  process.exitCode = 1;
}
