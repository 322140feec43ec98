import { patchClient } from "../../clients/patch-client.ts";
import type { Ctx } from "../../ctx.ts";
import { createCannedReply } from "../../replies/create-canned-reply.ts";
import { createTag } from "../../tags/create-tag.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

const STAGES = { Lead: "amber", "First order": "blue", Regular: "green", Lost: "stone" } as const;
/** Contacts with this tag get the demo's broadcast. */
export const NEWSLETTER = "newsletter";
const TAGS = { vip: "violet", wholesale: "green", [NEWSLETTER]: "blue" } as const;

const REPLIES = [
  {
    shortcut: "hello",
    title: "Greeting",
    content: "Hello {{client.firstName}}, this is {{agent.firstName}} of Northlight Home. How can I help?",
  },
  {
    shortcut: "order",
    title: "Ask for the order number",
    content: "Could you tell me your order number, {{client.firstName}}? It is in the e-mail that confirmed the order.",
  },
  {
    shortcut: "delivery",
    title: "Delivery times",
    content:
      "We deliver within 3 to 5 working days. Large furniture comes by appointment: the carrier calls you first.",
  },
  {
    shortcut: "return",
    title: "How to return",
    content:
      "You can return order {{order.no}} within 30 days. Pack it as it came, and we have it picked up at your door.",
  },
  { shortcut: "thanks", title: "Goodbye", content: "You are welcome, {{client.firstName}}! Have a lovely day." },
];

/** Adds the shop's data about its customers, and its daily texts: stages, tags, email addresses, canned replies. */
export async function addRelations(ctx: Ctx, people: Person[], random: Random): Promise<void> {
  const stageIds: string[] = [];
  for (const [order, [tag, color]] of Object.entries(STAGES).entries())
    stageIds.push((await createTag(ctx, { type: "clientStage", tag, order, color })).id);
  for (const [tag, color] of Object.entries(TAGS)) await createTag(ctx, { type: "client", tag, color });
  for (const reply of REPLIES) await createCannedReply(ctx, { ...reply, isTeam: true });

  const { workspaceId } = ctx;
  const idOf = new Map(
    (await ctx.db.client.findMany({ where: { workspaceId }, select: { id: true, phone: true } })).map(
      ({ id, phone }) => [phone, id],
    ),
  );
  const byPhone = new Map(people.map((person) => [person.phone, person]));
  for (const [phone, { name, surname }] of byPhone) {
    const id = idOf.get(phone);
    const stageId = random.pick(stageIds);
    const tags = Object.keys(TAGS).filter(() => random.chance(0.2));
    const local = `${name}.${surname}`
      .normalize("NFD")
      .toLowerCase()
      .replaceAll(/[^a-z.]/g, "");
    const email = random.chance(0.6) && /^[a-z]+\.[a-z]+$/.test(local) ? `${local}@example.com` : null;
    if (id) await patchClient(ctx, { id, stageId, tags, ...(email ? { email } : {}) });
  }
}
