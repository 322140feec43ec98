import { getWebchatSettings } from "../integrations/get-webchat-settings.ts";
import type { WebchatRecord } from "../integrations/get-webchat-settings.ts";
import { patchWebchatSettings } from "../integrations/patch-webchat-settings.ts";
import { rotateWebchatSecret } from "../integrations/rotate-webchat-secret.ts";
import { builder, needs } from "./builder.ts";

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

const WebchatSettingsInput = builder.inputType("WebchatSettingsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), integrationId: t.id({ required: true }) }),
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

const WebchatSettingsPatchInput = builder.inputType("WebchatSettingsPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    integrationId: t.id({ required: true }),
    settings: t.field({ type: WebchatSettingsChange, required: true }),
  }),
});

const WebchatSecretRotateInput = builder.inputType("WebchatSecretRotateInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), integrationId: t.id({ required: true }) }),
});

builder.queryField("webchatSettings", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebchatSettings,
    args: { input: t.arg({ type: WebchatSettingsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getWebchatSettings(ctx, input),
  }),
);

builder.mutationField("patchWebchatSettings", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebchatSettings,
    args: { input: t.arg({ type: WebchatSettingsPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchWebchatSettings(ctx, input),
  }),
);

builder.mutationField("rotateWebchatSecret", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WebchatSettings,
    args: { input: t.arg({ type: WebchatSecretRotateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => rotateWebchatSecret(ctx, input),
  }),
);
