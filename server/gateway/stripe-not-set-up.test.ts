import { expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

test("without Stripe keys nothing is on sale, a checkout says what an operator can do, and the door is shut", async () => {
  const { api } = await createTestWorkspace({ plan: "GATEWAY" });
  const packs = "query ($input: CreditPacksInput!) { creditPacks(input: $input) { onSale } }";
  expect(await api.ok(packs)).toEqual({ onSale: false });
  const checkout = "mutation ($input: CreditCheckoutCreateInput!) { createCreditCheckout(input: $input) { url } }";
  const { code, message } = await api.refusal(checkout, { pack: "USD_5" });
  expect(code).toBe("PROVIDER_ERROR");
  for (const word of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "npm run workspace -- credit"]) {
    expect(message).toContain(word);
  }
  const request = new Request("http://localhost:3000/ext/v1/stripe", { method: "POST", body: "{}" });
  expect((await askApp(request)).status).toBe(404);
});
