import { listWabaMessageTemplates, type TemplateList } from "../integrations/list-waba-message-templates.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

const WabaMessageTemplate = builder.prismaObject("MessageTemplate", {
  name: "WabaMessageTemplate",
  fields: (t) => ({
    id: t.exposeString("id", { description: "The provider's id." }),
    name: t.exposeString("name"),
    language: t.exposeString("language"),
    status: t.exposeString("status", { description: "The provider's word; only APPROVED ones can be sent." }),
    category: t.exposeString("category"),
    library_template_name: t.exposeString("libraryTemplateName", { nullable: true }),
    components: t.expose("components", {
      type: "JSON",
      nullable: true,
      description: "Header, body, footer, buttons and cards, as the provider lists them.",
    }),
    parameterFormat: t.exposeString("parameterFormat", {
      nullable: true,
      description: "POSITIONAL or NAMED; null where the provider does not say.",
    }),
    qualityScore: t.exposeString("qualityScore", {
      nullable: true,
      description: "GREEN, YELLOW or RED: a template of a low quality is paused; null where it is not known.",
    }),
  }),
});

const WabaMessageTemplateList = builder.objectRef<TemplateList>("WabaMessageTemplateList").implement({
  fields: (t) => ({
    nodes: t.expose("nodes", { type: [WabaMessageTemplate] }),
    fetchedAt: t.expose("fetchedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the provider was last asked and answered; null for CUSTOM, which has no list.",
    }),
    isStale: t.exposeBoolean("isStale", {
      description: "Whether the list is older than five minutes, since the provider does not answer.",
    }),
    problem: t.exposeString("problem", {
      nullable: true,
      description: "Why the provider did not answer when it was asked just now.",
    }),
  }),
});

const { query } = section(builder, "Channels");

query("wabaMessageTemplates", listWabaMessageTemplates, {
  type: WabaMessageTemplateList,
  input: (t) => ({
    integrationId: t.id({ required: true }),
    refresh: t.boolean({ description: "Ask the provider now, though the list is not five minutes old." }),
  }),
  says: "A channel's message templates, as the provider lists them; `refresh` asks it now. What does not fit a template's components is refused before it is sent.",
  example: { integrationId: "INTEGRATION_ID", refresh: true },
});
