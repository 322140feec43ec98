import type Stripe from "stripe";
import { env } from "../env.ts";

/** Per attempt; the user is waiting for the payment page. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;

let client: Stripe | null = null;

/** Stripe's library has 200 modules, and most installations sell nothing, so it is loaded on first use. */
const library = async () => (await import("stripe")).default;

export function hasStripe(): boolean {
  return Boolean(env().STRIPE_SECRET_KEY);
}

/** Stripe's client for STRIPE_API_URL; null when the installation has no Stripe keys. */
export async function stripeClient(): Promise<Stripe | null> {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = env();
  if (!STRIPE_SECRET_KEY) return null;
  const Client = await library();
  const { protocol, hostname, port } = new URL(STRIPE_API_URL);
  client ??= new Client(STRIPE_SECRET_KEY, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  return client;
}

/**
 * Reads an event from Stripe and verifies its signature on the raw body.
 * @returns null when the signature is missing, wrong or more than five minutes old, or the body is not JSON.
 */
export async function readStripeEvent(client: Stripe, payload: Buffer, signature: string | null) {
  const { STRIPE_WEBHOOK_SECRET } = env();
  if (!STRIPE_WEBHOOK_SECRET || !signature) return null;
  try {
    return client.webhooks.constructEvent(payload, signature, STRIPE_WEBHOOK_SECRET);
  } catch (error) {
    const { errors } = await library();
    if (error instanceof errors.StripeSignatureVerificationError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The error, if it comes from Stripe's library; otherwise null. */
export async function stripeErrorOf(error: unknown): Promise<Stripe.errors.StripeError | null> {
  const { errors } = await library();
  return error instanceof errors.StripeError ? error : null;
}
