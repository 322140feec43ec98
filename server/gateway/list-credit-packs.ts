import { verb } from "../verb.ts";
import { CREDIT_PACK_IDS, CREDIT_PACKS, type CreditPackId } from "./credit-packs.ts";
import { hasStripe } from "./stripe.ts";

/** The packs, and whether this installation can sell them: without Stripe an operator grants credits. */
export type CreditPackList = {
  nodes: { id: CreditPackId; credits: number; priceUsdCents: number }[];
  onSale: boolean;
};

/**
 * What can be bought, smallest first.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED
 */
export const listCreditPacks = verb({ may: "MANAGE_WORKSPACE", plan: "gateway" }, (_ctx): CreditPackList => {
  return { nodes: CREDIT_PACK_IDS.map((id) => ({ id, ...CREDIT_PACKS[id] })), onSale: hasStripe() };
});
