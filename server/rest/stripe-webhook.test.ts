import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startStripe, type CheckoutSession, type StripeEvent } from "../../simulator/stripe.ts";
import { grantCredits } from "../credits/add-credits.ts";
import { database } from "../db.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { creditFacts } from "../testing/gateway.ts";

const KEYS = { secretKey: "sk_test_stand_in", webhookSecret: "whsec_stand_in" };
// Set before settings are read, which happens once.
const stripe = await startStripe(KEYS);
Object.assign(process.env, {
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_API_URL: stripe.url,
});
afterAll(() => stripe.stop());

const CHECKOUT = "mutation ($input: CreditCheckoutCreateInput!) { createCreditCheckout(input: $input) { url } }";
const ACCOUNT = "query ($input: CreditAccountInput!) { creditAccount(input: $input) { workspaceId balance reserved } }";
const PACKS =
  "query ($input: CreditPacksInput!) { creditPacks(input: $input) { onSale nodes { id credits priceUsdCents } } }";
const ENTRIES = `query ($input: CreditEntriesInput!) { creditEntries(input: $input) {
  nodes { id delta kind messageId createdBy } pageInfo { hasNextPage endCursor count } } }`;

type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
let workspace: Workspace;
beforeEach(async () => {
  workspace = await createTestWorkspace({ plan: "GATEWAY" });
});

// As Stripe reaches the product: over HTTP, through the endpoint ahead of Next.
const doors = await openDoors();
const door = `${doors.base}/ext/v1/stripe`;
afterAll(() => doors.close());

/** Sends an event to our endpoint like Stripe. */
async function deliver({ payload, signature }: Pick<StripeEvent, "payload" | "signature">): Promise<number> {
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
  return (await fetch(door, { method: "POST", headers, body: payload })).status;
}

async function checkout(pack: string): Promise<CheckoutSession> {
  const { url } = await workspace.api.ok<{ url: string }>(CHECKOUT, { pack });
  const session = stripe.sessions.find((each) => each.url === url);
  if (!session) throw new Error("the address is none of Stripe's");
  return session;
}

const balance = async () => (await creditFacts(workspace.workspaceId)).balance;

describe("a pack", () => {
  test("the contract's three are on sale: 6,250, 25,000 and 125,000 credits, each at 0.0008 USD a credit", async () => {
    const packs = await workspace.api.ok<{ onSale: boolean; nodes: { credits: number; priceUsdCents: number }[] }>(
      PACKS,
    );
    expect(packs).toEqual({
      onSale: true,
      nodes: [
        { id: "USD_5", credits: 6_250, priceUsdCents: 500 },
        { id: "USD_20", credits: 25_000, priceUsdCents: 2_000 },
        { id: "USD_100", credits: 125_000, priceUsdCents: 10_000 },
      ],
    });
    expect(packs.nodes.map(({ credits, priceUsdCents }) => priceUsdCents / 100 / credits)).toEqual(
      Array<number>(3).fill(0.0008),
    );
  });

  test.each([
    ["USD_5", 500, 6_250],
    ["USD_20", 2_000, 25_000],
    ["USD_100", 10_000, 125_000],
  ])(
    "%s: Stripe's own client opens a checkout of %d cents, and paying it gives %d credits",
    async (pack, cents, credits) => {
      const session = await checkout(pack);
      expect(session).toMatchObject({
        amount_total: cents,
        currency: "usd",
        metadata: { workspaceId: String(workspace.workspaceId), pack },
        success_url: `http://localhost:3000/${workspace.workspaceId}/settings/credits?checkout=paid`,
      });
      expect(await balance()).toBe(0);
      expect(await deliver(stripe.complete(session))).toBe(200);
      expect(await workspace.api.ok(ACCOUNT)).toEqual({
        workspaceId: workspace.workspaceId,
        balance: credits,
        reserved: 0,
      });
      const key = await database().apiKey.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
      expect(await workspace.api.ok(ENTRIES)).toMatchObject({
        nodes: [{ delta: credits, kind: "purchase", messageId: null, createdBy: key.id }],
        pageInfo: { count: 1 },
      });
    },
  );

  test("fifty parallel deliveries of one payment, under several event ids, credit it once", async () => {
    const session = await checkout("USD_20");
    const events = Array.from({ length: 50 }, () => stripe.complete(session));
    const statuses = await Promise.all(events.map(deliver));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await creditFacts(workspace.workspaceId)).toMatchObject({ balance: 25_000, sum: 25_000 });
    expect(await database().creditEntry.count({ where: { stripeSessionId: session.id } })).toBe(1);
  });

  test("of a slow way to pay is credited when the payment has come, and once", async () => {
    const session = await checkout("USD_5");
    expect(await deliver(stripe.complete(session, { paid: false }))).toBe(200);
    expect(await balance()).toBe(0);
    const late = stripe.succeedLater(session);
    expect([await deliver(late), await deliver(late)]).toEqual([200, 200]);
    expect(await deliver(stripe.complete(session))).toBe(200);
    expect(await balance()).toBe(6_250);
  });

  test("bought twice is credited twice, and the portal is told", async () => {
    for (const pack of ["USD_5", "USD_5"]) await deliver(stripe.complete(await checkout(pack)));
    expect(await balance()).toBe(12_500);
    const where = { workspaceId: workspace.workspaceId, name: "WORKSPACE_CHANGED" };
    expect(await database().event.count({ where })).toBe(2);
  });
});

describe("an event", () => {
  test("with a wrong, a missing, a foreign or an old signature is refused with 400, and credits nothing", async () => {
    const { payload, signature } = stripe.complete(await checkout("USD_5"));
    const other = payload.replace("USD_5", "USD_100");
    const old = stripe.event("checkout.session.completed", { id: "cs" }, Math.floor(Date.now() / 1000) - 600);
    const forged = signature.replace(/v1=../, "v1=00");
    for (const event of [
      { payload, signature: forged },
      { payload: other, signature },
      { payload, signature: "" },
      { payload, signature: "nonsense" },
      old,
    ]) {
      expect(await deliver(event)).toBe(400);
    }
    expect(await balance()).toBe(0);
  });

  test("of another kind, of somebody else's session or of an unknown pack or workspace is taken and changes nothing", async () => {
    const session = await checkout("USD_5");
    const paid = { ...session, status: "complete", payment_status: "paid" };
    const metadata = session.metadata;
    const strange: [string, object][] = [
      ["payment_intent.succeeded", { id: "pi_1", object: "payment_intent" }],
      ["checkout.session.expired", paid],
      ["checkout.session.async_payment_failed", paid],
      ["checkout.session.completed", { ...paid, metadata: {} }],
      ["checkout.session.completed", { ...paid, metadata: null }],
      ["checkout.session.completed", { ...paid, metadata: { ...metadata, pack: "USD_1" } }],
      ["checkout.session.completed", { ...paid, metadata: { ...metadata, workspaceId: "987654" } }],
      ["checkout.session.completed", { ...paid, metadata: { ...metadata, workspaceId: "1; drop table" } }],
      ["checkout.session.completed", { ...paid, payment_status: "no_payment_required" }],
    ];
    for (const [type, object] of strange)
      expect([type, await deliver(stripe.event(type, object))]).toEqual([type, 200]);
    expect(await balance()).toBe(0);
    expect(await database().creditEntry.count({ where: { stripeSessionId: session.id } })).toBe(0);
  });

  test("whose sum or currency is not the pack's credits nothing", async () => {
    const session = await checkout("USD_100");
    const paid = { ...session, status: "complete", payment_status: "paid" };
    for (const wrong of [{ amount_total: 500 }, { amount_total: null }, { currency: "idr" }]) {
      expect(await deliver(stripe.event("checkout.session.completed", { ...paid, ...wrong }))).toBe(200);
    }
    expect(await balance()).toBe(0);
  });

  test("of more than 256 KiB is not read: 413", async () => {
    expect(await deliver({ payload: "x".repeat(300 * 1024), signature: "t=1,v1=0" })).toBe(413);
  });
});

describe("createCreditCheckout", () => {
  test("is for those who manage the workspace, and for the Gateway plan", async () => {
    const agent = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    const key = await createTestAgentKey(workspace.workspaceId);
    for (const query of [CHECKOUT, ACCOUNT, ENTRIES, PACKS]) {
      const input = query === CHECKOUT ? { pack: "USD_5" } : {};
      expect((await agent.api.refusal(query, input)).code).toBe("FORBIDDEN_ROLE");
      expect((await key.api.refusal(query, input)).code).toBe("FORBIDDEN_ROLE");
      const premium = await createTestWorkspace({ plan: "PREMIUM" });
      expect((await premium.api.refusal(query, input)).code).toBe("PLAN_REQUIRED");
      const admin = await createTestMember(workspace.workspaceId, "ADMIN");
      await admin.api.ok(query, input);
    }
    expect((await workspace.api.refusal(CHECKOUT, { pack: "USD_7" })).code).toBe("BAD_INPUT");
  });

  test("says so when Stripe refuses, without Stripe's own words", async () => {
    stripe.refuseWith(402);
    try {
      const { code, message } = await workspace.api.refusal(CHECKOUT, { pack: "USD_5" });
      expect([code, message]).toEqual([
        "PROVIDER_ERROR",
        "Stripe did not open a checkout, and nothing was charged; try again later",
      ]);
    } finally {
      stripe.refuseWith(null);
    }
  });

  test("asks Stripe with the secret key, and gives it no more than it needs", async () => {
    await checkout("USD_5");
    const { path, authorization, form } = stripe.requests.at(-1)!;
    expect([path, authorization]).toEqual(["POST /v1/checkout/sessions", `Bearer ${KEYS.secretKey}`]);
    expect([...form.keys()].sort()).toEqual([
      "adaptive_pricing[enabled]",
      "cancel_url",
      "client_reference_id",
      "line_items[0][price_data][currency]",
      "line_items[0][price_data][product_data][name]",
      "line_items[0][price_data][unit_amount]",
      "line_items[0][quantity]",
      "metadata[boughtBy]",
      "metadata[pack]",
      "metadata[workspaceId]",
      "mode",
      "success_url",
    ]);
  });
});

describe("the ledger", () => {
  let rich: Workspace;
  beforeAll(async () => {
    rich = await createTestWorkspace({ plan: "GATEWAY", credits: 5 });
    for (let i = 1; i <= 6; i++) await grantCredits(rich.ctx, { credits: i });
  });

  test("is read newest first, page by page, while entries are added", async () => {
    type Page = { nodes: { delta: number }[]; pageInfo: { hasNextPage: boolean; endCursor: string; count: number } };
    const seen: number[] = [];
    let after: string | null = null;
    for (;;) {
      const page: Page = await rich.api.ok<Page>(ENTRIES, { first: 3, after });
      seen.push(...page.nodes.map(({ delta }) => delta));
      await grantCredits(rich.ctx, { credits: 100 });
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 5]);
    expect((await rich.api.refusal(ENTRIES, { first: 201 })).code).toBe("BAD_INPUT");
  });

  test("is a workspace's own", async () => {
    expect((await workspace.api.ok<{ nodes: unknown[] }>(ENTRIES)).nodes).toEqual([]);
    expect((await rich.api.refusal(ENTRIES, { workspaceId: workspace.workspaceId })).code).toBe("FORBIDDEN_WORKSPACE");
  });
});
