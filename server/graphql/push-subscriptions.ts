import type { PushSubscription as Row } from "../generated/prisma/client.ts";
import { deletePushSubscription } from "../notices/delete-push-subscription.ts";
import { savePushSubscription } from "../notices/save-push-subscription.ts";
import { builder } from "./builder.ts";

const PushSubscription = builder.objectRef<Row>("PushSubscription").implement({
  description: "A browser of the signed-in person's that is told while the portal is closed.",
  fields: (t) => ({
    timeZone: t.exposeString("timeZone"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    seenAt: t.expose("seenAt", { type: "DateTime", description: "When the portal was last opened there." }),
  }),
});

const PushSubscriptionSaveInput = builder.inputType("PushSubscriptionSaveInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    endpoint: t.string({ required: true }),
    p256dh: t.string({ required: true, description: "The browser's public key, in base64url." }),
    auth: t.string({ required: true, description: "The browser's secret, in base64url." }),
    timeZone: t.string({
      required: true,
      description: "IANA name of the device's, like Europe/Berlin: quiet hours are its own.",
    }),
  }),
});

const PushSubscriptionDeleteInput = builder.inputType("PushSubscriptionDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), endpoint: t.string({ required: true }) }),
});

builder.mutationFields((t) => ({
  savePushSubscription: t.field({
    type: PushSubscription,
    args: { input: t.arg({ type: PushSubscriptionSaveInput, required: true }) },
    resolve: (_, { input }, { ctx }) => savePushSubscription(ctx, input),
  }),
  deletePushSubscription: t.field({
    type: PushSubscription,
    args: { input: t.arg({ type: PushSubscriptionDeleteInput, required: true }) },
    resolve: (_, { input }, { ctx }) => deletePushSubscription(ctx, input),
  }),
}));
