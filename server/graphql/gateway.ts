import { getCreditAccount, type CreditAccountState } from "../credits/get-credit-account.ts";
import { listCreditEntries } from "../credits/list-credit-entries.ts";
import { createCreditCheckout } from "../gateway/create-credit-checkout.ts";
import { CREDIT_PACK_IDS, listCreditPacks, type CreditPackList } from "../gateway/credit-packs.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

const CreditAccount = builder.objectRef<CreditAccountState>("CreditAccount").implement({
  description: "What a Gateway workspace has to send with.",
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    balance: t.exposeInt("balance", { description: "Credits that new messages can take." }),
    reserved: t.exposeInt("reserved", { description: "Credits held by messages that wait to be sent." }),
  }),
});

const CreditEntry = builder.prismaObject("CreditEntry", {
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

const CreditEntryPage = pageOf(builder, CreditEntry);

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

const { query, mutation } = section(builder, "Gateway");

query("creditAccount", getCreditAccount, {
  type: CreditAccount,
  says: "The balance of a Gateway workspace, in credits.",
  example: {},
});

query("creditEntries", listCreditEntries, {
  type: CreditEntryPage,
  input: (t) => ({
    messageId: t.id(),
    first: t.int(),
    after: t.string(),
  }),
  says: "The ledger behind the balance, newest first.",
  example: { first: 20 },
});

query("creditPacks", listCreditPacks, {
  type: CreditPackListType,
  says: "The packs that can be bought.",
  example: {},
});

mutation("createCreditCheckout", createCreditCheckout, {
  type: CreditCheckout,
  input: (t) => ({
    pack: t.field({ type: CreditPackId, required: true }),
  }),
  says: "A Stripe Checkout page to buy a pack on.",
  example: { pack: "USD_20" },
});
