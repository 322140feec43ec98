import { verb } from "../verb.ts";
import { hasStripe } from "./stripe.ts";

/** The credit packs for sale (contract.md, Limits: 1 credit = 0.0008 USD). Prices in US cents. */
export const CREDIT_PACKS = {
  USD_5: { credits: 6_250, priceUsdCents: 500 },
  USD_20: { credits: 25_000, priceUsdCents: 2_000 },
  USD_100: { credits: 125_000, priceUsdCents: 10_000 },
} as const;

export type CreditPackId = keyof typeof CREDIT_PACKS;

export const CREDIT_PACK_IDS = Object.keys(CREDIT_PACKS) as CreditPackId[];

/** The packs, and whether this installation can sell them. Without Stripe, an operator grants credits. */
export type CreditPackList = {
  nodes: { id: CreditPackId; credits: number; priceUsdCents: number }[];
  onSale: boolean;
};

/** The packs, smallest first. */
export const listCreditPacks = verb({ may: "MANAGE_WORKSPACE", plan: "gateway" }, (_ctx): CreditPackList => ({
  nodes: CREDIT_PACK_IDS.map((id) => ({ id, ...CREDIT_PACKS[id] })),
  onSale: hasStripe(),
}));
