import { deletePushSubscription } from "../notices/delete-push-subscription.ts";
import { savePushSubscription } from "../notices/save-push-subscription.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

const PushSubscription = builder.prismaObject("PushSubscription", {
  description: "A browser of the signed-in person's that is told while the portal is closed.",
  fields: (t) => ({
    timeZone: t.exposeString("timeZone"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    seenAt: t.expose("seenAt", { type: "DateTime", description: "When the portal was last opened there." }),
  }),
});

const { mutation } = section(builder, "Agents");

mutation("savePushSubscription", savePushSubscription, {
  type: PushSubscription,
  input: (t) => ({
    endpoint: t.string({ required: true }),
    p256dh: t.string({ required: true, description: "The browser's public key, in base64url." }),
    auth: t.string({ required: true, description: "The browser's secret, in base64url." }),
    timeZone: t.string({
      required: true,
      description: "IANA name of the device's, like Europe/Berlin: quiet hours are its own.",
    }),
  }),
  says: "Subscribes a browser of the signed-in person to notifications while the portal is closed, or renews that.",
  example: {
    endpoint: "https://push.example.com/send/7f3a",
    p256dh: "BEsHoGt74rSfIVjM9OEhfdy3mvuubTEbS8wTgBH0ZoYuGXdfZJxm2AbP9uuVjPLSbXEAgz9tX73NzvBr-O1uYmQ",
    auth: "3jKbw2pIILpCTosyM820fw",
    timeZone: "Europe/Berlin",
  },
  signedIn: true,
});

mutation("deletePushSubscription", deletePushSubscription, {
  type: PushSubscription,
  input: (t) => ({ endpoint: t.string({ required: true }) }),
  says: "Ends notices on one of the signed-in person's browsers.",
  example: { endpoint: "https://push.example.com/send/9c01" },
  signedIn: true,
});
