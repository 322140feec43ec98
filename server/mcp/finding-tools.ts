import { z } from "zod";
import { listAgents } from "../agents/list-agents.ts";
import { IntegrationState, IntegrationType, TagType } from "../generated/prisma/enums.ts";
import { listIntegrations } from "../integrations/list-integrations.ts";
import { listWabaMessageTemplates } from "../integrations/list-waba-message-templates.ts";
import { listTags } from "../tags/list-tags.ts";
import { pageOf, pageSchema } from "./records.ts";
import { PAGING, READS, id, tool } from "./tool.ts";

const AGENT = z.object({
  id: z.string().describe("The agentId of other tools."),
  name: z.string(),
  surname: z.string().nullable(),
  email: z.string().describe("Empty for agents that exist only for a key."),
  isAvailable: z.boolean().describe("false: gets no conversations automatically."),
});

const CHANNEL = z.object({
  id: z.string().describe("The integrationId of other tools."),
  name: z.string(),
  type: z.enum(IntegrationType),
  state: z.enum(IntegrationState).describe("Only active ones send."),
  identifier: z.string().nullable().describe("The number, page or account, as contacts see it."),
});

const TEMPLATE = z.object({
  name: z.string().describe("The templateName of other tools."),
  language: z.string().describe("The templateLang of other tools."),
  status: z.string().describe("Only APPROVED ones can be sent."),
  category: z.string(),
  components: z.unknown().describe("Its parts in the provider's format; placeholders are to be filled."),
});

const TAG = z.object({
  id: z.string().describe("Of a stage: the stageId of other tools."),
  tag: z.string(),
  type: z
    .enum(TagType)
    .describe("What it is for: tags or stages of clients or conversations, tags of messages, or common to all."),
  description: z.string().nullable(),
});

/** Tools that find the ids and names that other tools take. */
export const FINDING_TOOLS = [
  tool({
    name: "list_agents",
    title: "List agents",
    description: "The team's agents, newest first, with the ids that assign_conversation takes. Filters match parts.",
    input: z.strictObject({
      name: z.string().exactOptional(),
      surname: z.string().exactOptional(),
      email: z.string().exactOptional(),
      ...PAGING,
    }),
    output: pageSchema(AGENT),
    annotations: READS,
    run: async (ctx, input) => pageOf(await listAgents(ctx, input), (agent) => AGENT.parse(agent)),
  }),
  tool({
    name: "list_channels",
    title: "List channels",
    description: "The channels over which clients write, with the ids that other tools take.",
    input: z.strictObject({
      name: z.string().describe("Part of it.").exactOptional(),
      type: z.enum(IntegrationType).exactOptional(),
      state: z.enum(IntegrationState).exactOptional(),
    }),
    output: z.object({ nodes: z.array(CHANNEL) }),
    annotations: READS,
    run: async (ctx, input) => ({ nodes: z.array(CHANNEL).parse(await listIntegrations(ctx, input)) }),
  }),
  tool({
    name: "list_templates",
    title: "List templates",
    description:
      "The message templates of a channel, which start_conversation takes where free text is not allowed. Empty for a custom channel, whose endpoint takes any name.",
    input: z.strictObject({
      integrationId: id("The channel."),
      name: z.string().describe("Part of it.").exactOptional(),
      language: z.string().describe("As the provider writes it: en_US.").exactOptional(),
      status: z.string().describe("APPROVED: those that can be sent.").exactOptional(),
    }),
    output: z.object({ nodes: z.array(TEMPLATE) }),
    annotations: READS,
    run: async (ctx, { integrationId, name = "", language, status }) => {
      const { nodes } = await listWabaMessageTemplates(ctx, { integrationId });
      const wanted = nodes.filter(
        (one) =>
          one.name.toLowerCase().includes(name.toLowerCase()) &&
          (language === undefined || one.language === language) &&
          (status === undefined || one.status === status),
      );
      return { nodes: z.array(TEMPLATE).parse(wanted) };
    },
  }),
  tool({
    name: "list_tags",
    title: "List tags and stages",
    description: "The tags and stages of conversations and clients, newest first.",
    input: z.strictObject({ type: z.enum(TagType).describe("Only of this type.").exactOptional() }),
    output: z.object({ nodes: z.array(TAG) }),
    annotations: READS,
    run: async (ctx, input) => ({ nodes: z.array(TAG).parse(await listTags(ctx, input)) }),
  }),
];
