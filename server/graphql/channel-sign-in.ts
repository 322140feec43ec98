import {
  finishChannelSignIn,
  type ChannelSignIn as SignIn,
  type SignInAccount as Account,
} from "../integrations/finish-channel-sign-in.ts";
import { getChannelSignIn } from "../integrations/get-channel-sign-in.ts";
import { builder } from "./builder.ts";
import { IntegrationType } from "./channel-types.ts";
import { section } from "./operation.ts";

const SignInAccount = builder.objectRef<Account>("SignInAccount").implement({
  description: "An account that a person chose when they signed in with the provider.",
  fields: (t) => ({
    id: t.exposeString("id", { description: "The provider's id of it." }),
    name: t.exposeString("name"),
    identifier: t.exposeString("identifier", { description: "A phone number, a page's name, an Instagram username." }),
    needsPin: t.exposeBoolean("needsPin", {
      description: "A WhatsApp number that must be registered with a PIN of six digits.",
    }),
    channelName: t.exposeString("channelName", {
      nullable: true,
      description: "The workspace's channel of this account; connecting it gives it the new access.",
    }),
  }),
});

const ChannelSignIn = builder.objectRef<SignIn>("ChannelSignIn").implement({
  fields: (t) => ({
    type: t.expose("type", { type: IntegrationType }),
    accounts: t.field({ type: [SignInAccount], resolve: ({ accounts }) => accounts }),
    access: t.exposeString("access", {
      description: "For connectChannel, by the same person within an hour.",
    }),
  }),
});

export const SignedIn = builder.inputType("SignedInAccountInput", {
  description: "An account from finishChannelSignIn.",
  fields: (t) => ({
    access: t.string({ required: true }),
    account: t.string({ required: true, description: "Its id." }),
    pin: t.string({ description: "Six digits, where the account needs one." }),
  }),
});

const { query, mutation } = section(builder, "Channels");

query("channelSignIn", getChannelSignIn, {
  type: "String",
  nullable: true,
  input: (t) => ({ type: t.field({ type: IntegrationType, required: true }) }),
  says: "Where a person signs in with the provider to connect a channel of a type; null where that is not offered.",
  example: { type: "WHATSAPP" },
  signedIn: true,
});

mutation("finishChannelSignIn", finishChannelSignIn, {
  type: ChannelSignIn,
  input: (t) => ({
    code: t.string({ required: true, description: "As the provider sent it back with the person." }),
    state: t.string({ required: true, description: "The same." }),
  }),
  says: "Ends a sign-in with the provider and lists the accounts that can be connected.",
  example: { code: "CODE", state: "STATE" },
  signedIn: true,
});
