import { expect, test } from "vitest";
import { coreSchema } from "../graphql/schema.ts";
import { wholeAnswers } from "../testing/contract/whole-answers.ts";
import { createTestWorkspace } from "../testing/factories.ts";

type Pack = { credits: number; priceUsdCents: number };

async function packs(): Promise<Pack[]> {
  const { api } = await createTestWorkspace({ plan: "GATEWAY" });
  return (await wholeAnswers(coreSchema, api).call<{ nodes: Pack[] }>("creditPacks")).nodes;
}

test("5 USD give 6,250 credits, 20 USD 25,000, 100 USD 125,000", async () => {
  expect((await packs()).map(({ priceUsdCents, credits }) => [priceUsdCents / 100, credits])).toEqual([
    [5, 6_250],
    [20, 25_000],
    [100, 125_000],
  ]);
});

test("a credit costs 0.0008 USD in every pack", async () => {
  for (const { priceUsdCents, credits } of await packs()) expect(priceUsdCents / 100 / credits).toBeCloseTo(0.0008, 10);
});
