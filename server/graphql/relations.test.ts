import { getNamedType, isObjectType, type GraphQLField, type GraphQLOutputType } from "graphql";
import { expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { getDatamodel } from "../generated/pothos.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { credentialsOf, endpoint } from "../testing/isolation/callers.ts";
import { ENDPOINTS } from "../testing/isolation/endpoints.ts";
import { documentOf, operationsOf } from "../testing/isolation/operations.ts";
import { mayCall } from "../testing/isolation/roles.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";

// The plugin follows the schema's relations from row to row, without a verb that checks access. So this test lists each
// relation of each type. It checks that each is resolved by the workspace's key, and that none leads to masked details or
// to rows that belong to no workspace.

const { models } = getDatamodel().datamodel;

type Step = { model: string; relation: string };

/** The relations that a field's selection follows, including nested ones. */
function stepsOf(model: string, selection: unknown): Step[] {
  return Object.entries(selection as Record<string, unknown>).flatMap(([name, inner]) => {
    if (name === "_count") return stepsOf(model, (inner as { select: unknown }).select);
    const field = fieldOf(model, name);
    if (field.kind !== "object") return [];
    const below = (inner as { select?: unknown }).select;
    return [{ model, relation: name }, ...(below ? stepsOf(field.type, below) : [])];
  });
}

function fieldOf(model: string, name: string) {
  const field = models[model]?.fields.find((each) => each.name === name);
  if (!field) throw new Error(`${model} has no ${name}`);
  return field;
}

function stepsOfField(model: string, { extensions }: GraphQLField<unknown, unknown>): Step[] {
  const relation = extensions.pothosPrismaRelationField as { name: string } | undefined;
  if (relation) return [{ model, relation: relation.name }];
  const selection = extensions.pothosPrismaSelect;
  if (typeof selection === "function")
    throw new Error("a selection that depends on its arguments cannot be looked at here");
  return selection ? stepsOf(model, selection) : [];
}

const FIELDS = ENDPOINTS.flatMap(({ schema }) =>
  Object.values(schema.getTypeMap()).flatMap((type) => {
    const model = type.extensions.pothosPrismaModel as string | undefined;
    if (!isObjectType(type) || model === undefined) return [];
    return Object.values(type.getFields()).map((field) => ({
      name: `${type.name}.${field.name}`,
      steps: stepsOfField(model, field),
    }));
  }),
).filter(({ steps }) => steps.length > 0);
const STEPS = [
  ...new Map(FIELDS.flatMap(({ steps }) => steps).map((step) => [`${step.model}.${step.relation}`, step])).values(),
];

/** The columns by which a relation finds its rows. They are on one of its two sides. */
function keyOf({ model, relation }: Step): readonly string[] {
  const field = fieldOf(model, relation);
  if (field.relationFromFields?.length) return field.relationFromFields;
  const back = models[field.type]?.fields.find(
    ({ relationName, name }) => relationName === field.relationName && !(field.type === model && name === relation),
  );
  return back?.relationFromFields ?? [];
}

test("what the plugin reads for fields", () => {
  const read = FIELDS.map(({ name, steps }) => [name, steps.map(({ model, relation }) => `${model}.${relation}`)]);
  expect(Object.fromEntries(read)).toEqual({
    "AI.draft": ["Assistant.versions"],
    "Agent.openConversations": ["Agent.conversations"],
    "Broadcast.retryId": ["Broadcast.retries"],
    "BulkImportJob.errors": ["ImportJob.rowErrors"],
    "Client.identities": ["Client.identities"],
    "Integration.waitingSends": ["Integration.sendQueue"],
    "Message.reactions": ["Message.reactions"],
    "SendAttempt.explanation": ["SendAttempt.message", "Message.attempts"],
    "WebhookDelivery.event": ["WebhookDelivery.event"],
    "WebhookDelivery.payload": ["WebhookDelivery.event"],
    "WorkspaceSettings.name": ["WorkspaceSettings.workspace"],
    "WorkspaceSettings.testNums": ["WorkspaceSettings.testNumbers"],
  });
});

test.each(STEPS)("$relation of $model is resolved by the workspace's key", (step) => {
  expect(keyOf(step)).toContain("workspaceId");
});

test("no relation leads to a contact, whose details are masked by verbs, or to a person, who is of no workspace", () => {
  const reached = STEPS.map(({ model, relation }) => fieldOf(model, relation).type);
  expect(reached.filter((model) => ["Client", "User", "Session", "Account"].includes(model))).toEqual([]);
  const unscoped = reached.filter((model) => !models[model]?.fields.some(({ name }) => name === "workspaceId"));
  expect(unscoped).toEqual(["Workspace"]);
});

// Ids are unique only within a workspace. So another workspace gets a twin of every row on either side of a relation, with
// the same ids and its own texts. No response may change because of that.
const TWIN = "twin of ";

test("twins of all rows in another workspace, under the same ids, change no answer", async () => {
  const home = await createWorld("home");
  await plantRows(home);
  const owner = (await credentialsOf(home)).OWNER;
  const questions = await questionsTo(home);
  const ask = async () => {
    const all: Record<string, unknown> = {};
    for (const { name, send, document, input, type } of questions) {
      const { data, errors } = await send(owner, document, { input });
      expect([name, ...errors.filter(({ code }) => code === "INTERNAL")]).toEqual([name]);
      all[name] = data?.[name];
      note(type, data?.[name]);
    }
    return all;
  };
  const before = await ask();
  const { workspaceId } = await createTestWorkspace();
  // Every workspace already has its settings.
  const tables = new Set(STEPS.flatMap(({ model, relation }) => [model, fieldOf(model, relation).type]));
  for (const table of [...tables].filter((each) => !["Workspace", "WorkspaceSettings"].includes(each)))
    expect([table, (await copyRows(table, home.workspaceId, workspaceId)) > 0]).toEqual([table, true]);
  const after = await ask();
  expect(after).toEqual(before);
  expect(JSON.stringify(after)).not.toContain(TWIN);
  expect(FIELDS.filter(({ name }) => !shown.has(name))).toEqual([]);
});

/** All queries of a workspace with an inbox. */
async function questionsTo(home: World) {
  const all = ENDPOINTS.flatMap(({ path, schema, expectations }) => {
    const send = endpoint(schema, path);
    return operationsOf(schema).flatMap((operation) => {
      const expectation = expectations[operation.name];
      const type = schema.getQueryType()?.getFields()[operation.name]?.type;
      if (!operation.isQuery || !type || !expectation || expectation.plan === "GATEWAY") return [];
      if (!mayCall("OWNER", expectation.right)) return [];
      return [{ name: operation.name, send, document: documentOf(operation), type, expectation }];
    });
  });
  return Promise.all(
    all.map(async ({ expectation, ...question }) => ({
      ...question,
      input: { ...(await expectation.input(home)), workspaceId: home.workspaceId },
    })),
  );
}

/** Fields that had a value in some response, as `Type.field`. */
const shown = new Set<string>();

function note(type: GraphQLOutputType, value: unknown): void {
  const named = getNamedType(type);
  if (Array.isArray(value)) return void value.forEach((each) => note(named, each));
  if (!isObjectType(named) || typeof value !== "object" || value === null) return;
  for (const field of Object.values(named.getFields())) {
    const inner = (value as Record<string, unknown>)[field.name];
    if (inner != null && inner !== 0 && !(Array.isArray(inner) && inner.length === 0))
      shown.add(`${named.name}.${field.name}`);
    note(field.type, inner);
  }
}

/** Adds the rows that a world lacks, so that every relation leads to something. */
async function plantRows({ workspaceId, ids, testNumber }: World): Promise<void> {
  const db = database();
  await testNumber();
  const place = (id: string) => ({ workspaceId_id: { workspaceId, id } });
  const { convId, integrationId, seq } = await db.message.findUniqueOrThrow({ where: place(ids.failedMessage) });
  await db.sendQueue.create({
    data: { workspaceId, messageId: ids.failedMessage, convId, integrationId, seq, giveUpAt: new Date() },
  });
  // The API reports a running attempt differently after its time limit, so end all attempts.
  await db.sendAttempt.updateMany({ where: { workspaceId }, data: { endedAt: new Date() } });
  const { id: _, ...failed } = await db.broadcast.findUniqueOrThrow({ where: place(ids.broadcast) });
  const { templateComponents, leftOut, ...plain } = failed;
  await db.broadcast.create({
    data: {
      ...plain,
      ...(templateComponents === null ? {} : { templateComponents }),
      ...(leftOut === null ? {} : { leftOut }),
      retryOfId: ids.broadcast,
    },
  });
  // A copy could not be decrypted: the secrets in a version are bound to its row.
  await db.assistantVersion.update({ where: place(ids.aiVersion), data: { state: "draft" } });
}

/**
 * Copies the rows of a table into another workspace, with texts of their own where any text is valid. Returns the number of
 * rows.
 */
async function copyRows(table: string, from: number, to: number): Promise<number> {
  const client = await pool().connect();
  try {
    const { rows: columns } = await client.query<{ name: string; isText: boolean }>(
      `select a.attname as name, a.atttypid = 'text'::regtype and not exists (
         select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c' and a.attnum = any(c.conkey)) as "isText"
       from pg_attribute a
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''`,
      [`"${table}"`],
    );
    const texts = new Set(columns.filter(({ isText }) => isText).map(({ name }) => name));
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns
      .map(({ name }) =>
        name === "workspaceId" ? String(to) : texts.has(name) ? `'${TWIN}' || "${name}"` : `"${name}"`,
      )
      .join(", ");
    // Not all referenced rows are copied.
    await client.query("begin; set local session_replication_role = replica");
    const { rowCount } = await client.query(
      `insert into "${table}" (${names}) select ${values} from "${table}" where "workspaceId" = ${from} on conflict do nothing`,
    );
    return rowCount ?? 0;
  } finally {
    await client.query("commit");
    client.release();
  }
}
