import { getWebchatSettings, type WebchatRecord } from "../integrations/get-webchat-settings.ts";
import { patchWebchatSettings } from "../integrations/patch-webchat-settings.ts";
import { rotateWebchatSecret } from "../integrations/rotate-webchat-secret.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

const WebchatSettings = builder.objectRef<WebchatRecord>("WebchatSettings").implement({
  description: "How a web chat looks, where it may stand, and what a site needs to have it.",
  fields: (t) => ({
    integrationId: t.exposeID("integrationId"),
    title: t.exposeString("title"),
    greeting: t.exposeString("greeting"),
    offlineText: t.exposeString("offlineText", { description: "Shown while no agent is online." }),
    color: t.exposeString("color", { description: "#rrggbb" }),
    theme: t.exposeString("theme", { description: "auto, light or dark" }),
    position: t.exposeString("position", { description: "right or left" }),
    launcherText: t.exposeString("launcherText"),
    allowedOrigins: t.exposeStringList("allowedOrigins", {
      description: "Sites that may show the chat, like https://shop.example or https://*.shop.example; none: any site.",
    }),
    snippet: t.exposeString("snippet", { description: "HTML for the site's pages." }),
    chatUrl: t.exposeString("chatUrl", { description: "The chat as a page of its own." }),
    identitySecret: t.exposeString("identitySecret", {
      nullable: true,
      description:
        "The site's server signs its visitors' ids with it: hex HMAC-SHA256, or a JWT (HS256) with user_id and exp. Null for API keys.",
    }),
    previousSecretUntil: t.expose("previousSecretUntil", {
      type: "DateTime",
      nullable: true,
      description: "Until then the secret before the last rotation holds too.",
    }),
  }),
});

const WebchatSettingsChange = builder.inputType("WebchatSettingsChange", {
  description: "What is left out stays; an empty text gives the chat its own words in the visitor's language.",
  fields: (t) => ({
    title: t.string(),
    greeting: t.string(),
    offlineText: t.string(),
    color: t.string(),
    theme: t.string(),
    position: t.string(),
    launcherText: t.string(),
    allowedOrigins: t.stringList(),
  }),
});

const { query, mutation } = section(builder, "Channels");

query("webchatSettings", getWebchatSettings, {
  type: WebchatSettings,
  input: (t) => ({ integrationId: t.id({ required: true }) }),
  says: "How a web chat looks, where it may stand, and what its site needs; the secret to sign with for people only.",
  example: { integrationId: "INTEGRATION_ID" },
});

mutation("patchWebchatSettings", patchWebchatSettings, {
  type: WebchatSettings,
  input: (t) => ({
    integrationId: t.id({ required: true }),
    settings: t.field({ type: WebchatSettingsChange, required: true }),
  }),
  says: "Changes how a web chat looks and which sites may show it; what is left out stays.",
  example: {
    integrationId: "INTEGRATION_ID",
    settings: { title: "Web shop", color: "#1f6feb", allowedOrigins: ["https://shop.example.com"] },
  },
});

mutation("rotateWebchatSecret", rotateWebchatSecret, {
  type: WebchatSettings,
  input: (t) => ({ integrationId: t.id({ required: true }) }),
  says: "A new secret to sign for visitors with; the one before it holds beside it for 24 hours.",
  example: { integrationId: "INTEGRATION_ID" },
});
