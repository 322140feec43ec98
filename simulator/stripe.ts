/**
 * A stand-in for Stripe Checkout. The product opens sessions over the API (form-encoded, bearer key). A test pays them, and
 * signed events report it. The product's client, Stripe's official one, is tested against it.
 */
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readText, sendJson } from "./http.ts";

export type CheckoutSession = {
  id: string;
  object: "checkout.session";
  url: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
};

export type StripeEvent = { id: string; type: string; payload: string; signature: string };

export type StripeSimulator = {
  url: string;
  /** Every session that was opened, oldest first. */
  sessions: CheckoutSession[];
  requests: { path: string; authorization: string | null; form: URLSearchParams }[];
  /** While set, every request is refused with this status. */
  refuseWith: (status: number | null) => void;
  /** Completes a session and returns Stripe's signed event. `paid: false`: a slow payment that is still pending. */
  complete: (session: CheckoutSession, options?: { paid?: boolean }) => StripeEvent;
  /** The slow payment succeeded. */
  succeedLater: (session: CheckoutSession) => StripeEvent;
  /** An event of any type and object, signed at `at` (seconds since 1970). */
  event: (type: string, object: object, at?: number) => StripeEvent;
  stop: () => Promise<void>;
};

type Options = { secretKey: string; webhookSecret: string };

export async function startStripe({ secretKey, webhookSecret }: Options): Promise<StripeSimulator> {
  const sessions: CheckoutSession[] = [];
  const requests: StripeSimulator["requests"] = [];
  const answers = new Map<string, CheckoutSession>();
  let refusal: number | null = null;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await readText(request));
    const authorization = request.headers.authorization ?? null;
    requests.push({ path: `${request.method} ${request.url}`, authorization, form });
    if (refusal !== null) return refuse(response, refusal, "api_error", "The stand-in was told to refuse");
    if (authorization !== `Bearer ${secretKey}`) {
      return refuse(response, 401, "invalid_request_error", "Invalid API Key provided");
    }
    if (request.method !== "POST" || request.url !== "/v1/checkout/sessions") {
      return refuse(response, 404, "invalid_request_error", "Unrecognized request URL");
    }
    // The same key means the same request: Stripe's client retries a request whose response was lost.
    const key = request.headers["idempotency-key"]?.toString();
    const before = key === undefined ? undefined : answers.get(key);
    if (before) return sendJson(response, 200, before);
    const session = openSession(`http://${request.headers.host}`, form);
    if (typeof session === "string") return refuse(response, 400, "invalid_request_error", session);
    if (key !== undefined) answers.set(key, session);
    sessions.push(session);
    sendJson(response, 200, session);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => refuse(response, 500, "api_error", String(error)));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));

  const event: StripeSimulator["event"] = (type, object, at = Math.floor(Date.now() / 1000)) => {
    const id = `evt_${randomBytes(12).toString("hex")}`;
    const payload = JSON.stringify({ id, object: "event", type, created: at, livemode: false, data: { object } });
    const signature = createHmac("sha256", webhookSecret).update(`${at}.${payload}`).digest("hex");
    return { id, type, payload, signature: `t=${at},v1=${signature}` };
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    requests,
    refuseWith: (status) => void (refusal = status),
    complete: (session, { paid = true } = {}) => {
      session.status = "complete";
      session.payment_status = paid ? "paid" : "unpaid";
      return event("checkout.session.completed", session);
    },
    succeedLater: (session) => {
      session.payment_status = "paid";
      return event("checkout.session.async_payment_succeeded", session);
    },
    event,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The session, or what is wrong with the form. */
function openSession(origin: string, form: URLSearchParams): CheckoutSession | string {
  const currency = form.get("line_items[0][price_data][currency]");
  const unitAmount = Number(form.get("line_items[0][price_data][unit_amount]"));
  const quantity = Number(form.get("line_items[0][quantity]"));
  const missing = ["mode", "success_url", "line_items[0][price_data][product_data][name]"].find(
    (name) => !form.get(name),
  );
  if (missing) return `Missing required param: ${missing}`;
  if (!currency || !(unitAmount >= 50) || !(quantity >= 1)) return "Invalid line_items";
  const metadata = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  const id = `cs_test_${randomBytes(24).toString("hex")}`;
  return {
    id,
    object: "checkout.session",
    url: `${origin}/pay/${id}`,
    status: "open",
    payment_status: "unpaid",
    amount_total: unitAmount * quantity,
    currency,
    client_reference_id: form.get("client_reference_id"),
    metadata: Object.fromEntries(metadata),
    success_url: form.get("success_url") ?? "",
    cancel_url: form.get("cancel_url") ?? "",
  };
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { error: { type, message } }, { "request-id": `req_${randomBytes(8).toString("hex")}` });
}
