import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import type { Client } from "../generated/prisma/client.ts";
import { sendTemplates } from "../messages/send-templates.ts";
import { createTestMember, testCtx } from "../testing/factories.ts";
import { endpoint } from "../testing/isolation/callers.ts";
import { ENDPOINTS } from "../testing/isolation/endpoints.ts";
import { documentOf, operationsOf, withValue } from "../testing/isolation/operations.ts";
import { plantDetails, type Planted } from "../testing/isolation/plant-details.ts";
import { mayCall } from "../testing/isolation/roles.ts";
import { TEMPLATE } from "../testing/isolation/template.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";
import { coreSchema } from "./schema.ts";
import { askApp } from "../testing/ask-app.ts";

// @own-process: the live stream follows one database for the life of the process.
// No response to an AGENT contains contact details that are masked for this role. AGENT_PLUS gets them through the same
// calls.
// server/testing/isolation has the operations' inputs, so new operations are included.
type Role = "AGENT" | "AGENT_PLUS";
const ROLES: Role[] = ["AGENT", "AGENT_PLUS"];

const OPERATIONS = ENDPOINTS.flatMap(({ path, schema, expectations }) => {
  const send = endpoint(schema, path);
  return operationsOf(schema).flatMap((operation) => {
    const expectation = expectations[operation.name];
    // Gateway workspaces have no inbox. Operations that end a workspace would end this one.
    if (!expectation || expectation.plan === "GATEWAY" || expectation.alone) return [];
    return mayCall("AGENT", expectation.right) ? [{ name: operation.name, operation, expectation, send }] : [];
  });
});
const core = endpoint(coreSchema, "/core/gq");

let world: World;
let workspaceId: number;
let planted: Planted;
const tokens = {} as Record<Role, string>;
/** Kinds of detail that AGENT_PLUS saw. A kind that no one sees proves nothing. */
const shownToPlus = new Set<string>();
let calls = 0;

beforeAll(async () => {
  world = await createWorld("masking");
  ({ workspaceId } = world);
  for (const role of ROLES) tokens[role] = `Bearer ${(await createTestMember(workspaceId, role)).token}`;
  planted = await plantDetails(world);
});
afterAll(() =>
  console.info(
    `masking: ${OPERATIONS.length} operations, ${calls} calls, each searched for ${details().length} details`,
  ),
);

function details(): string[] {
  return Object.values(planted).flat();
}

/** Records what AGENT_PLUS sees, and returns what AGENT should not have seen. A number also counts without its +. */
function leaked(role: Role, answer: string, sent: string): string[] {
  const found = Object.entries(planted).flatMap(([kind, values]) =>
    values
      .map((value) => ({ kind, value: value.replace(/^\+/, "") }))
      .filter(({ value }) => answer.includes(value) && !sent.includes(value)),
  );
  if (role === "AGENT") return found.map(({ value }) => value);
  for (const { kind } of found) shownToPlus.add(kind);
  return [];
}

/** Operations create contacts of their own. Their details count too. */
async function noteNewClients(): Promise<void> {
  const where = { workspaceId, isPlayground: false };
  for (const { phone, email, address } of await database().client.findMany({ where })) {
    for (const [kind, value] of Object.entries({ phone, email, address }) as [keyof Planted, string | null][])
      if (value && !planted[kind].includes(value)) planted[kind].push(value);
  }
}

async function ask(role: Role, name: string, input: object, more: Record<string, string> = {}) {
  const operation = operationsOf(coreSchema).find((each) => each.name === name);
  if (!operation) throw new Error(`${name} is no operation`);
  const variables = { input: { ...input, workspaceId } };
  const reply = await core(tokens[role], documentOf(operation), variables, more);
  expect(leaked(role, reply.text, JSON.stringify(variables))).toEqual([]);
  return reply;
}

/** The last writer became the assignee. Both roles see unassigned conversations, so remove all assignees. */
async function nobodys(): Promise<void> {
  await database().conversation.updateMany({ where: { workspaceId }, data: { assigneeId: null } });
}

/** The components that a role sees of the newest template sent to the contact. */
async function componentsFor(role: Role, clientId: string): Promise<unknown> {
  await nobodys();
  const { data } = await ask(role, "messages", { clientId, type: "template", first: 1 });
  const { nodes } = data?.messages as { nodes: { template: { components: unknown } }[] };
  expect(Object.keys(nodes[0]?.template ?? {}).sort()).toEqual(["components", "language", "name"]);
  return nodes[0]?.template.components;
}

function ofClient(): Promise<Client> {
  return database().client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: world.ids.client } } });
}

describe("a template whose placeholders an AGENT may not see", () => {
  const whole = async () => {
    const client = await ofClient();
    return [{ type: "body", text: `Hi : ${client.phone} ${client.email} ${client.address}` }];
  };
  const masked = [{ type: "body", text: "Hi : +48•••••••99 5•••@planted.example •••" }];
  const named = () => ({ integrationId: world.ids.integration, clientId: world.ids.client, ...TEMPLATE });

  test.each(["sendNotification", "startConv"])(
    "sent by %s: masked in the answer, again and in the thread",
    async (name) => {
      const key = { "idempotency-key": randomUUID() };
      const first = await ask("AGENT", name, named(), key);
      expect(first.errors).toEqual([]);
      const again = await ask("AGENT", name, named(), key);
      expect(again.data).toEqual(first.data);
      expect(await componentsFor("AGENT", world.ids.client)).toEqual(masked);
      expect(await componentsFor("AGENT_PLUS", world.ids.client)).toEqual(await whole());
    },
  );

  test("sent by a broadcast, and sent again after it failed", async () => {
    const ctx = testCtx(workspaceId);
    const client = await ofClient();
    const integration = await database().integration.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: world.ids.integration } },
    });
    const template = { name: "sale", language: null, components: TEMPLATE.templateComponents };
    const [sent] = await inTransaction(ctx, (tx) =>
      sendTemplates(tx, { integration, template, broadcastId: world.ids.broadcast }, [client]),
    );
    const messageId = sent?.messageId ?? "";
    expect(await componentsFor("AGENT", client.id)).toEqual(masked);
    await database().message.update({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      data: { status: "failed" },
    });
    const again = await ask("AGENT", "resendMessage", { messageId });
    expect(again.errors).toEqual([]);
    expect(await componentsFor("AGENT", client.id)).toEqual(masked);
    expect(await componentsFor("AGENT_PLUS", client.id)).toEqual(await whole());
  });

  test("with details that a caller wrote out: those of the contact are masked", async () => {
    const { phone, email } = await ofClient();
    const components = [{ type: "body", text: `Call ${phone}, ${phone?.slice(1)} or write to ${email}` }];
    await nobodys();
    const sent = await ask("AGENT_PLUS", "sendNotification", { ...named(), templateComponents: components });
    expect(sent.errors).toEqual([]);
    expect(await componentsFor("AGENT", world.ids.client)).toEqual([
      { type: "body", text: "Call +48•••••••99, +48•••••••99 or write to 5•••@planted.example" },
    ]);
    expect(await componentsFor("AGENT_PLUS", world.ids.client)).toEqual(components);
  });

  test("stays what was sent after the contact's details have changed", async () => {
    const where = { workspaceId_id: { workspaceId, id: world.ids.client } };
    const { email } = await ofClient();
    await ask("AGENT_PLUS", "sendNotification", named());
    const before = await whole();
    await database().client.update({ where, data: { email: "new@elsewhere.example" } });
    expect(await componentsFor("AGENT", world.ids.client)).toEqual(masked);
    expect(await componentsFor("AGENT_PLUS", world.ids.client)).toEqual(before);
    await database().client.update({ where, data: { email } });
  });
});

test.each(OPERATIONS)("$name shows an AGENT no contact detail", async ({ operation, expectation, send }) => {
  const { input, ids = {} } = expectation;
  for (const role of ROLES) {
    const base = await input(world);
    const inputs = [base, ...Object.entries(ids).map(([field, [kind]]) => withValue(base, field, world.ids[kind]))];
    for (const one of inputs) {
      const variables = { input: { ...one, workspaceId } };
      const { text } = await send(tokens[role], documentOf(operation), variables);
      calls++;
      await noteNewClients();
      expect([role, JSON.stringify(one), leaked(role, text, JSON.stringify(variables))]).toEqual([
        role,
        JSON.stringify(one),
        [],
      ]);
    }
  }
});

test.each(["conversations", "contacts"])("the file of %s shows an AGENT no contact detail", async (what) => {
  for (const role of ROLES) {
    const url = `http://localhost:3000/export/${what}?workspaceId=${workspaceId}`;
    const response = await askApp(new Request(url, { headers: { authorization: tokens[role] } }));
    expect(response.status).toBe(200);
    expect(leaked(role, await response.text(), "")).toEqual([]);
  }
});

test("the live stream tells an AGENT no contact detail", async () => {
  const stopping = new AbortController();
  const url = `http://localhost:3000/events?workspaceId=${workspaceId}`;
  const headers = { authorization: tokens.AGENT };
  const response = await askApp(new Request(url, { headers, signal: stopping.signal }));
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })();
  await expect.poll(() => text).toContain("event: ready");
  const named = { integrationId: world.ids.integration, clientId: world.ids.client, ...TEMPLATE };
  await nobodys();
  const { data } = await ask("AGENT", "sendNotification", named);
  const { messageId } = data?.sendNotification as { messageId: string };
  await expect.poll(() => text, { timeout: 15_000 }).toContain(messageId);
  stopping.abort();
  await reading;
  expect(leaked("AGENT", text, "")).toEqual([]);
});

/** Filters that could reveal a masked detail piece by piece. */
const PROBES: { name: string; by: string; inputOf: (part: string) => object }[] = [
  { name: "clients", by: "search", inputOf: (part) => ({ search: part }) },
  { name: "clients", by: "phone", inputOf: (part) => ({ phone: part }) },
  { name: "clients", by: "email", inputOf: (part) => ({ email: part }) },
  { name: "clients", by: "externalClientId", inputOf: (part) => ({ externalClientId: part }) },
  { name: "convs", by: "nameOrPhone", inputOf: (part) => ({ nameOrPhone: part }) },
  { name: "convs", by: "externalConversationId", inputOf: (part) => ({ externalConversationId: part }) },
  { name: "convRows", by: "search", inputOf: (part) => ({ search: part }) },
  {
    name: "convRows",
    by: "filter",
    inputOf: (part) => ({ filter: { any: [{ all: [{ field: "text", op: "is", values: [part] }] }] } }),
  },
  { name: "searchInbox", by: "text", inputOf: (part) => ({ text: part }) },
];

test.each(PROBES)("$name by $by finds an AGENT nothing by a part of a contact detail", async ({ name, inputOf }) => {
  await nobodys();
  const { phone, email, externalClientId } = await ofClient();
  const [thread = ""] = planted.thread;
  const kinds = Object.values(planted).map(([first = ""]) => first);
  const foundByPlus = new Set<string>();
  for (const detail of new Set([phone ?? "", email ?? "", externalClientId ?? "", thread, ...kinds])) {
    // Letters can reveal an email address, just as digits can reveal a number.
    for (const part of [detail, detail.slice(0, -1), "planted.example", detail.replace(/^\+?48/, "")]) {
      const { data, errors } = await ask("AGENT", name, inputOf(part));
      expect(errors.filter(({ code }) => code !== "FORBIDDEN_ROLE")).toEqual([]);
      expect([part, idsIn(data)]).toEqual([part, []]);
      const whole = await ask("AGENT_PLUS", name, inputOf(part));
      for (const id of idsIn(whole.data)) foundByPlus.add(id);
    }
  }
  expect(foundByPlus.size).toBeGreaterThan(0);
});

/** Ids of the contacts and conversations in a response. */
function idsIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(idsIn);
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    name === "id" && typeof value === "string" ? [value] : idsIn(value),
  );
}

test("AGENT_PLUS is shown details of every kind, by the same calls", () => {
  expect([...shownToPlus].sort()).toEqual(Object.keys(planted).sort());
});
