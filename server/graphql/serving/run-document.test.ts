import { execute, GraphQLInt, GraphQLObjectType, GraphQLSchema, parse, type ExecutionResult } from "graphql";
import { expect, test } from "vitest";
import { testCtx } from "../../testing/factories.ts";
import type { Served } from "../builder.ts";
import { runDocument } from "./run-document.ts";

/** How many lists are being read, and the most at once. */
const reading = { now: 0, most: 0 };

async function read(): Promise<number> {
  reading.most = Math.max(reading.most, ++reading.now);
  await new Promise((done) => setTimeout(done, 5));
  return --reading.now;
}

/** A root field like those of the product's schemas. */
const list = (rows: number, work: () => Promise<number>) => ({
  type: GraphQLInt,
  extensions: { rows },
  resolve: (_: unknown, _args: object, { inTurn }: Served) => (inTurn ? inTurn(work) : work()),
});
const broken = () => Promise.reject(new Error("broken"));
const fields = { small: list(100, read), large: list(1_100, read), broken: list(1_100, broken) };
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields }) });

async function run(query: string): Promise<ExecutionResult> {
  reading.most = 0;
  const contextValue: Served = {
    ctx: testCtx(1),
    idempotencyKey: null,
    signal: () => new AbortController().signal,
  };
  return runDocument({ schema, document: parse(query), contextValue }, execute);
}

test("a large query's lists are read one after the other", async () => {
  expect((await run("{ a: large b: large c: large }")).errors).toBeUndefined();
  expect(reading.most).toBe(1);
});

test("a small query's lists are read at once", async () => {
  expect((await run("{ a: small b: small c: small }")).errors).toBeUndefined();
  expect(reading.most).toBe(3);
});

test("a list that fails does not keep the next from being read", async () => {
  const { data, errors } = await run("{ a: broken b: large c: large }");
  expect(data).toEqual({ a: null, b: 0, c: 0 });
  expect(errors?.map(({ message }) => message)).toEqual(["broken"]);
});
