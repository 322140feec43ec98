import { randomBytes } from "node:crypto";
import { createAgent } from "../agents/create-agent.ts";
import { hashPassword } from "../auth/passwords.ts";
import { SYSTEM, type Actor, type Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { createIntegration } from "../integrations/create-integration.ts";
import { patchIntegration } from "../integrations/patch-integration.ts";
import { newId } from "../new-id.ts";
import { createTag } from "../tags/create-tag.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { createWorkspace } from "../workspaces/create-workspace.ts";
import { backdate } from "./demo/backdate.ts";
import { AGENT_NAMES, planDemo, type PlannedConv } from "./demo/plan.ts";
import type { Person } from "./demo/people.ts";
import { playConv, type Cast, type Played } from "./demo/play.ts";
import { seededRandom } from "./demo/random.ts";
import { addRelations } from "./demo/relations.ts";
import { teachAssistant } from "./demo/shop-assistant.ts";
import { STAGE_COLORS } from "./demo/threads.ts";

/**
 * What a new user needs to sign in, and what the simulator needs to act as the customers. Stored in DATA_DIR/demo.json, readable
 * only by its owner.
 */
export type DemoFacts = {
  workspaceId: number;
  email: string;
  password: string;
  apiKey: string;
  /** The other agents' sign-ins, with the same password. */
  colleagues: { email: string; role: string }[];
  simulatorUrl: string;
  channels: { slug: string; name: string; integrationId: string; validateToken: string; accessToken: string }[];
  webhooks: { name: string; secret: string }[];
  /** Customers on the phone from the start, and contacts who appear on it when an agent writes to them. */
  customers: Customer[];
  contacts: Customer[];
};

type Customer = Pick<Person, "id" | "name" | "surname" | "phone" | "countryCode">;

const OWNER_EMAIL = "demo@example.com";
const WEBHOOK_NAME = "events";
const CHANNELS = [
  { slug: "online-shop", name: "Online shop" },
  { slug: "support-line", name: "Support line" },
] as const;
/**
 * The shop asks for a rating when a conversation ends. Without a thank-you message, because it would be sent for every rating of
 * the demo.
 */
const RATING = { enabled: true, question: "How was our help?", scale: 5 };
/** Two customers who are new to the workspace. Two more customers on the phone are already in the inbox. */
const NEW_CUSTOMERS: Customer[] = [
  { id: "phone-maria", name: "Maria", surname: "Silva", phone: "+34612345678", countryCode: "ES" },
  { id: "phone-kenji", name: "Kenji", surname: "Tanaka", phone: "+819012345678", countryCode: "JP" },
];
/** Conversations played at the same time. */
const LANES = 8;

/**
 * Fills an empty database with an active workspace: agents, tags, stages, two CUSTOM channels and a webhook connected to the
 * simulator, and some hundred conversations. All are made by the product's own verbs.
 * Takes some seconds. Customers, words and order are the same in every installation. Tokens and password are not.
 */
export async function seedDemo(): Promise<DemoFacts> {
  const db = database();
  const now = new Date();
  const simulatorUrl = `http://127.0.0.1:${env().SIMULATOR_PORT}`;
  const password = randomBytes(9).toString("base64url");
  const { name, surname } = AGENT_NAMES[0];
  const owner = await createWorkspace(db, {
    name: "Northlight Home",
    plan: "PREMIUM",
    email: OWNER_EMAIL,
    password,
    ownerName: `${name} ${surname}`,
  });
  const { workspaceId } = owner;
  const as = (actor: Actor): Ctx => ({ db, workspaceId, actor, plan: null, now, wakes: null });
  const asOwner = as({ kind: "user", userId: owner.userId, agentId: owner.agentId, role: "OWNER", sessionId: SYSTEM });

  const colleagues = await hireColleagues(asOwner, password);
  const agents = [
    { ctx: asOwner, agentId: owner.agentId },
    ...colleagues.map(({ agentId, actor }) => ({ ctx: as(actor), agentId })),
  ];
  const stages = await addStages(asOwner);
  const made = await Promise.all(CHANNELS.map((channel) => addChannel(asOwner, channel, simulatorUrl)));
  const [shop, support] = made;
  if (!shop || !support) throw new Error("the demo has two channels");
  await patchIntegration(asOwner, { id: shop.row.id, properties: { rating: RATING } });

  const cast: Cast = {
    system: as({ kind: "system", job: "demo" }),
    agents,
    integrations: [await integrationOf(asOwner, shop.row.id), support.row],
    stages,
  };
  const plan = planDemo(seededRandom(20_261), now, `${simulatorUrl}/media`);
  await backdate(workspaceId, await play(cast, plan));
  await addRelations(
    asOwner,
    plan.map(({ person }) => person),
    seededRandom(11),
  );
  await teachAssistant(asOwner);
  // Created last, so that it receives no earlier events.
  const webhook = await createWebhook(asOwner, {
    label: "Demo receiver",
    url: `${simulatorUrl}/webhooks/${WEBHOOK_NAME}`,
    event: "ANY_EVENT",
  });

  return {
    workspaceId,
    email: OWNER_EMAIL,
    password,
    apiKey: owner.apiKey,
    colleagues: colleagues.map(({ email, role }) => ({ email, role })),
    simulatorUrl,
    channels: made.map(({ facts }) => facts),
    webhooks: [{ name: WEBHOOK_NAME, secret: webhook.opened.secret }],
    customers: [...NEW_CUSTOMERS, ...knownCustomers(plan)],
    contacts: plan.map(({ person }) => asCustomer(person)),
  };
}

/** Plays several conversations at a time. Conversations of one customer run one after the other, in their real order. */
async function play(cast: Cast, plan: PlannedConv[]): Promise<Played[]> {
  const byCustomer = Map.groupBy(plan, ({ person }) => person.id).values();
  const played: Played[] = [];
  const lane = async () => {
    for (const convs of byCustomer) {
      for (const conv of convs) played.push(await playConv(cast, conv));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return played;
}

/** Customers with open conversations, so that the phone can continue where the inbox is. */
function knownCustomers(plan: PlannedConv[]): Customer[] {
  const open = plan.filter(
    ({ standing, channel, person }) => standing === "waiting" && channel === 0 && person.language === "en",
  );
  return open.slice(-2).map(({ person }) => asCustomer(person));
}

function asCustomer({ id, name, surname, phone, countryCode }: Person): Customer {
  return { id, name, surname, phone, countryCode };
}

/** Creates the other agents. Their users are inserted directly, because an invitation needs a mailbox. */
async function hireColleagues(
  ctx: Ctx,
  password: string,
): Promise<{ email: string; role: string; agentId: string; actor: Actor }[]> {
  const roles = ["ADMIN", "AGENT_PLUS", "AGENT"] as const;
  const passwordHash = await hashPassword(password);
  return Promise.all(
    AGENT_NAMES.slice(1).map(async ({ name, surname }, index) => {
      const role = roles[index] ?? "AGENT";
      const email = `${name.toLowerCase()}@example.com`;
      const user = await ctx.db.user.create({ data: { id: newId(), email, name, surname, passwordHash } });
      await ctx.db.membership.create({ data: { workspaceId: ctx.workspaceId, userId: user.id, role } });
      const agent = await createAgent(ctx, { userId: user.id, name, surname, email });
      const actor = { kind: "user", userId: user.id, agentId: agent.id, role, sessionId: SYSTEM } as const;
      return { email, role, agentId: agent.id, actor };
    }),
  );
}

async function addStages(ctx: Ctx): Promise<Map<string, string>> {
  const stages = new Map<string, string>();
  for (const [order, [tag, color]] of Object.entries(STAGE_COLORS).entries())
    stages.set(tag, (await createTag(ctx, { type: "convStage", tag, order, color })).id);
  return stages;
}

function integrationOf({ db, workspaceId }: Ctx, id: string): Promise<Integration> {
  return db.integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
}

type DemoChannel = { row: Integration; facts: DemoFacts["channels"][number] };

async function addChannel(
  ctx: Ctx,
  { slug, name }: { slug: string; name: string },
  simulatorUrl: string,
): Promise<DemoChannel> {
  const validateToken = randomBytes(24).toString("base64url");
  const accessToken = randomBytes(24).toString("base64url");
  const integrationProperties = {
    endpoint: `${simulatorUrl}/channels/${slug}`,
    validateToken,
    accessToken,
    externalId: slug,
  };
  const { id } = await createIntegration(ctx, { type: "CUSTOM", name, integrationProperties });
  const row = await integrationOf(ctx, id);
  return { row, facts: { slug, name, integrationId: id, validateToken, accessToken } };
}
