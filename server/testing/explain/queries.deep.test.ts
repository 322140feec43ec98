import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { statementsOf, type Statement } from "./statements.ts";
import { database, pool } from "../../db.ts";
import { credentialsOf, endpoint } from "../isolation/callers.ts";
import { ENDPOINTS, type Expected } from "../isolation/endpoints.ts";
import { documentOf, operationsOf, type Operation } from "../isolation/operations.ts";
import { mayCall, type Caller } from "../isolation/roles.ts";
import { createWorld, type World } from "../isolation/world.ts";
import { createBigWorld } from "./big-workspace.ts";
import { HANDLERS, LOOKS } from "../../work/handlers.ts";
import { JOBS } from "./jobs.ts";
import { openExplainer, type Limits } from "./plan.ts";
import { questionsOf } from "./questions.ts";
import { GROWING, SET_UP } from "./tables.ts";

// Explains every statement of every operation on a filled database. None may read, sort or discard more rows with every
// message of the workspace. The operations come from the schemas and their inputs from the isolation test, so a new operation
// is included.

const ROWS = 3_000;

let worlds: { made: World; read: World };
let callers: Record<Caller, string>;
let explainer: Awaited<ReturnType<typeof openExplainer>>;

beforeAll(async () => {
  // No request leaves the machine.
  for (const name of ["META_GRAPH_URL", "INSTAGRAM_GRAPH_URL", "TELEGRAM_API_URL"])
    process.env[name] = "http://127.0.0.1:9";
  const url = process.env.DATABASE_URL ?? "";
  const began = Date.now();
  worlds = await createBigWorld(url);
  console.info(`filled in ${Date.now() - began} ms`);
  callers = await credentialsOf(worlds.made);
  explainer = await openExplainer(url);
}, 300_000);

afterAll(() => explainer?.close());

test("every table is known as one that grows or as one that people set up", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const ours = rows.map(({ name }) => name).filter((name) => !name.startsWith("_"));
  expect([...GROWING, ...SET_UP].sort()).toEqual(ours);
});

const COUNT = /(pageInfo \{[^}]*)\bcount\b/g;
const isCount = (text: string) => /^\s*select count\(/i.test(text);

/** Operations or jobs that read more rows than ROWS, and why that is right or unavoidable. */
const ALLOWED: { what: RegExp; question?: RegExp; rows: number; because: string }[] = [
  { what: /^agents$/, rows: 10_000, because: "the open conversations of agents are counted" },
  { what: /^integrations$/, rows: 10_000, because: "the messages that wait for a channel are counted" },
  {
    what: /^(workspaceSettings|patchWorkspaceSettings)$/,
    rows: 12_000,
    because: "the sizes of all files are added up",
  },
  { what: /^agents$/, question: /conversationId/, rows: 10_000, because: "a conversation says who has written in it" },
  { what: /Report$/, question: /{"startDate":/, rows: Infinity, because: "a report reads its span, here a year" },
  { what: /^channelsReport$/, rows: 60_000, because: "it reads the last seven days" },
  { what: /Report$/, rows: 30_000, because: "a report reads its span" },
  { what: /^(broadcast(Audience|Preflight)|launchBroadcast)$/, rows: Infinity, because: "all contacts are meant" },
  { what: /^(ai|ais|aiFigures|openPlayground|patchAi)$/, rows: 25_000, because: "figures read their span" },
  { what: /^evalRuns$/, rows: 10_100, because: "200 runs with 50 questions each are all that the table has here" },
  { what: /^clients$/, question: /"tags":.*"country"/, rows: 6_000, because: "both are frequent, and rare together" },
  {
    what: /^clients$/,
    question: /lastBroadcast/,
    rows: 50_000,
    because: "the last broadcast to each recipient counts",
  },
  {
    what: /^clients$/,
    question: /silentForDays/,
    rows: 50_000,
    because: "nearly all wrote lately, and are passed over",
  },
  { what: /^convViewCounts$/, rows: 8_000, because: "what is rare is counted among all that are open" },
  {
    what: /^convRows$/,
    question: /"(created|lastMessage|endedAt|rated)"/,
    rows: 50_000,
    because: "what is old stands behind everything that is new",
  },
  { what: /^convRows$/, question: /"source"/, rows: 50_000, because: "the source is a message's" },
  {
    what: /^convRows$/,
    question: /"(wrote|answered)"/,
    rows: 90_000,
    because: "it asks what happened in a span, or ever",
  },
  { what: /^convs$|^convRows$/, question: /^AGENT.*silva/, rows: 12_000, because: "an agent sees a quarter of all" },
  { what: /^searchInbox$/, question: /convId/, rows: 12_000, because: "a conversation is searched as a whole" },
  {
    what: /^searchInbox$/,
    rows: 50_000,
    because: "a name that is taken to be frequent is looked for along the newest conversations",
  },
  { what: /^set-sla-due$/, rows: 250_000, because: "a batch of 500 is matched with itself" },
  { what: /^refresh-templates$/, rows: 12_000, because: "hourly, for channels on which nobody wrote for a month" },
  {
    what: /^(erase-client|export-client-data)$/,
    rows: Infinity,
    because: "a person is looked for in everything, also where no index leads to them",
  },
  {
    what: /^prune$/,
    rows: 20_000,
    because: "what is deleted is read, and attempts whose message still waits are passed over",
  },
];

function limitsOf(what: string, question: string, { text }: Statement): Limits {
  const allowed = ALLOWED.filter((each) => each.what.test(what) && (each.question?.test(question) ?? true));
  return {
    rows: Math.max(ROWS, ...allowed.map(({ rows }) => rows)),
    mayReadAll: isCount(text) || allowed.some(({ rows }) => rows === Infinity),
  };
}

/** Runs `act`, and records the problems of its statements. */
async function explain(problems: Problems, what: string, question: string, act: () => Promise<unknown>): Promise<void> {
  for (const statement of await statementsOf(act)) {
    const limits = limitsOf(what, question, statement);
    for (const problem of await explainer.problemsOf(statement, limits))
      problems.set(problem, [...(problems.get(problem) ?? []), question]);
  }
}

type Problems = Map<string, string[]>;
const told = (problems: Problems): string =>
  [...problems].map(([problem, where]) => `${problem}\n  asked by ${where.slice(0, 4).join("; ")}`).join("\n\n");

async function problemsOf(operation: Operation, path: string, schema: GraphQLSchema, expectation: Expected) {
  const send = endpoint(schema, path);
  const { alone, plan, furthest, right } = expectation;
  const world = operation.isQuery ? worlds.read : alone ? await createWorld("alone") : worlds.made;
  const { workspaceId } = world;
  const credentials = alone ? await credentialsOf(world) : callers;
  if (plan !== "PREMIUM") await database().workspace.update({ where: { id: workspaceId }, data: { plan } });
  const problems: Problems = new Map();
  for (const caller of READERS.filter((each) => mayCall(each, right) && (operation.isQuery || each === "OWNER"))) {
    const plain = await expectation.input(world);
    const questions = operation.isQuery
      ? questionsOf(operation, expectation, plain, world)
      : [{ title: "plain", input: plain }];
    const document = documentOf(operation).replace(COUNT, "$1");
    for (const { title, input } of questions) {
      await explain(problems, operation.name, `${caller} ${title}`, async () => {
        const { errors } = await send(credentials[caller], document, { input: { ...input, workspaceId } });
        const wrong = errors.filter(({ code }) => code !== furthest && FAULTS.includes(code));
        if (wrong.length > 0) problems.set(JSON.stringify(wrong), [`${caller} ${title}`]);
      });
    }
  }
  if (plan !== "PREMIUM") await database().workspace.update({ where: { id: workspaceId }, data: { plan: "PREMIUM" } });
  return told(problems);
}

/** The question was invalid, not just refused to this caller. */
const FAULTS = ["BAD_INPUT", "NOT_FOUND", "INTERNAL"];

/** A caller who sees everything, and one who sees their own and unassigned conversations. */
const READERS = ["OWNER", "AGENT"] as const;

describe.each(ENDPOINTS)("POST $path", ({ path, schema, expectations }) => {
  test.each(operationsOf(schema))(
    "$name",
    async (operation) => {
      const expectation = expectations[operation.name] as Expected;
      expect(await problemsOf(operation, path, schema, expectation)).toBe("");
    },
    120_000,
  );
});

describe("what workers ask", () => {
  test("every handler of jobs is here", () => {
    const files = readdirSync(join(import.meta.dirname, "../../work/handlers"));
    const names = new Set([
      ...Object.keys(HANDLERS),
      ...Object.keys(LOOKS),
      ...files.map((file) => file.replace(".ts", "")),
    ]);
    expect(Object.keys(JOBS).sort()).toEqual([...names].sort());
  });

  test.each(Object.entries(JOBS))("%s", async (name, work) => {
    const problems: Problems = new Map();
    await explain(problems, name, name, () => work(worlds.made));
    expect(told(problems)).toBe("");
  });
});
