/** What can be bought (contract.md, Limits: 1 credit = 0.0008 USD). Prices in US cents. */
export const CREDIT_PACKS = {
  USD_5: { credits: 6_250, priceUsdCents: 500 },
  USD_20: { credits: 25_000, priceUsdCents: 2_000 },
  USD_100: { credits: 125_000, priceUsdCents: 10_000 },
} as const;

export type CreditPackId = keyof typeof CREDIT_PACKS;

export const CREDIT_PACK_IDS = Object.keys(CREDIT_PACKS) as CreditPackId[];
