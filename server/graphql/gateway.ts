import type { CreditAccountState } from "../credits/get-credit-account.ts";
import { getCreditAccount } from "../credits/get-credit-account.ts";
import { listCreditEntries } from "../credits/list-credit-entries.ts";
import { createCreditCheckout } from "../gateway/create-credit-checkout.ts";
import { CREDIT_PACK_IDS } from "../gateway/credit-packs.ts";
import type { CreditPackList } from "../gateway/list-credit-packs.ts";
import { listCreditPacks } from "../gateway/list-credit-packs.ts";
import type { CreditEntry as CreditEntryRow } from "../generated/prisma/client.ts";
import type { Page } from "../page.ts";
import { builder, needs } from "./builder.ts";
import { PageInfo } from "./page-info.ts";

const CreditAccount = builder.objectRef<CreditAccountState>("CreditAccount").implement({
  description: "What a Gateway workspace has to send with.",
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    balance: t.exposeInt("balance", { description: "Credits that new messages can take." }),
    reserved: t.exposeInt("reserved", { description: "Credits held by messages that wait to be sent." }),
  }),
});

const CreditEntry = builder.objectRef<CreditEntryRow>("CreditEntry").implement({
  description: "A line of the ledger, which is only ever added to; its sum is the balance.",
  fields: (t) => ({
    id: t.exposeID("id"),
    delta: t.exposeInt("delta", { description: "Credits onto (+) or off (-) the balance." }),
    kind: t.exposeString("kind", {
      description:
        "grant, purchase; reserve (before an attempt, -1), settle (the provider was asked, 0), release (it was not, +1)",
    }),
    messageId: t.exposeID("messageId", { nullable: true }),
    createdBy: t.exposeString("createdBy", { description: "A user's or key's id, or SYSTEM." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const CreditEntryPage = builder.objectRef<Page<CreditEntryRow>>("CreditEntryPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [CreditEntry], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

const CreditPackId = builder.enumType("CreditPackId", { values: CREDIT_PACK_IDS });

const CreditPack = builder.objectRef<CreditPackList["nodes"][number]>("CreditPack").implement({
  fields: (t) => ({
    id: t.expose("id", { type: CreditPackId }),
    credits: t.exposeInt("credits"),
    priceUsdCents: t.exposeInt("priceUsdCents"),
  }),
});

const CreditPackListType = builder.objectRef<CreditPackList>("CreditPackList").implement({
  fields: (t) => ({
    nodes: t.field({ type: [CreditPack], resolve: (packs) => packs.nodes }),
    onSale: t.exposeBoolean("onSale", {
      description: "False where Stripe is not set up: then the operator of the service grants credits.",
    }),
  }),
});

const CreditCheckout = builder.objectRef<{ url: string }>("CreditCheckout").implement({
  fields: (t) => ({ url: t.exposeString("url", { description: "Stripe's page to pay on." }) }),
});

const CreditAccountInput = builder.inputType("CreditAccountInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const CreditEntriesInput = builder.inputType("CreditEntriesInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    messageId: t.id(),
    first: t.int(),
    after: t.string(),
  }),
});

const CreditPacksInput = builder.inputType("CreditPacksInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const CreditCheckoutCreateInput = builder.inputType("CreditCheckoutCreateInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    pack: t.field({ type: CreditPackId, required: true }),
  }),
});

builder.queryFields((t) => ({
  creditAccount: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: CreditAccount,
    args: { input: t.arg({ type: CreditAccountInput, required: true }) },
    resolve: (_, _args, { ctx }) => getCreditAccount(ctx),
  }),
  creditEntries: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: CreditEntryPage,
    args: { input: t.arg({ type: CreditEntriesInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listCreditEntries(ctx, input),
  }),
  creditPacks: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: CreditPackListType,
    args: { input: t.arg({ type: CreditPacksInput, required: true }) },
    resolve: (_, _args, { ctx }) => listCreditPacks(ctx),
  }),
}));

builder.mutationField("createCreditCheckout", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: CreditCheckout,
    args: { input: t.arg({ type: CreditCheckoutCreateInput, required: true }) },
    resolve: (_, { input }, { ctx }) => createCreditCheckout(ctx, input),
  }),
);
