import type { Ad } from "../channels/ad.ts";
import { builder } from "./builder.ts";

export const MessageAd = builder.objectRef<Ad>("MessageAd").implement({
  description: "The advertisement or post that led the client to write, as far as the provider describes it.",
  fields: (t) => ({
    id: t.exposeString("id", { nullable: true, description: "The provider's id of it." }),
    headline: t.exposeString("headline", { nullable: true }),
    text: t.exposeString("text", { nullable: true }),
    clickId: t.exposeString("clickId", {
      nullable: true,
      description: "By which a sale is reported to the ads' platform (WhatsApp: ctwa_clid).",
    }),
    pictureUrl: t.exposeString("pictureUrl", {
      nullable: true,
      description: "Its picture, as long as the provider keeps it there.",
    }),
  }),
});
