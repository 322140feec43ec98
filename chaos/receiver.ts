import { Webhook } from "standardwebhooks";
import { startFarSide, type FarSide } from "./far-side.ts";
import type { Recorder } from "./history.ts";
import { drawFor } from "./random.ts";

export type ReceiverAct = "good" | "slow" | "serverError" | "busy" | "reset" | "hang";

export type ReceiverOptions = {
  seed: number;
  recorder: Recorder;
  faults: Partial<Record<Exclude<ReceiverAct, "good">, number>>;
};

/** A webhook subscriber that injects faults. */
export type Receiver = {
  url: string;
  /** Sets the subscription that it serves, once that exists, and its signing secret. */
  serve: (subscription: string, secret: string) => void;
  setPhase: (act: ReceiverAct | null) => void;
  heal: () => void;
  close: () => Promise<void>;
};

const SLOW_MS = 2_000;
const RETRY_AFTER_SECONDS = 1;

export async function startReceiver({ seed, recorder, faults }: ReceiverOptions): Promise<Receiver> {
  const positions = new Map<string, number>();
  const struck = new Set<string>();
  let subscription = "";
  let signature: Webhook | null = null;
  let phase: ReceiverAct | null = null;
  let isHealed = false;

  /** A draw strikes an id only once, because the schedule's second pause is five minutes. A phase strikes every time. */
  const actFor = (id: string): ReceiverAct => {
    const position = positions.get(id) ?? positions.size;
    positions.set(id, position);
    if (isHealed) return "good";
    if (phase) return phase;
    if (struck.has(id)) return "good";
    let left = drawFor(seed, `receiver/${position}`);
    for (const [act, probability] of Object.entries(faults) as [ReceiverAct, number][]) {
      left -= probability;
      if (left >= 0) continue;
      struck.add(id);
      return act;
    }
    return "good";
  };

  const side: FarSide = await startFarSide((request, response, body) => {
    // `msg_` and the event's id.
    const eventId = String(request.headers["webhook-id"] ?? "").replace(/^msg_/, "");
    const act = actFor(eventId);
    const { event } = JSON.parse(body) as { event: string };
    const signatureValid = verifies(signature, body, request.headers);
    const receipt = recorder.receipt({ subscription, eventId, event, body, signatureValid });
    let said: { status: number; retryAfterSeconds?: number } | null = null;
    response.once("close", () => {
      const { writableFinished: written } = response;
      recorder.receiptEnd(receipt, { status: null, ...said, written: said !== null && written });
    });
    const end = (status: number, retryAfterSeconds?: number) => {
      if (response.destroyed) return;
      const isAsked = retryAfterSeconds !== undefined;
      said = { status, ...(isAsked ? { retryAfterSeconds } : {}) };
      response.writeHead(status, isAsked ? { "retry-after": String(retryAfterSeconds) } : {}).end("{}");
    };
    if (act === "hang") return;
    if (act === "reset") return void request.socket.destroy();
    if (act === "serverError") return end(500);
    if (act === "busy") return end(429, RETRY_AFTER_SECONDS);
    if (act === "slow") return void setTimeout(end, SLOW_MS, 200);
    end(200);
  });

  return {
    url: `${side.url}/hooks`,
    serve: (id, secret) => {
      subscription = id;
      signature = new Webhook(secret);
    },
    setPhase: (act) => void (phase = act),
    heal: () => {
      phase = null;
      isHealed = true;
    },
    close: side.close,
  };
}

/** Verifies with the reference library, over the raw bytes. */
function verifies(signature: Webhook | null, body: string, headers: Record<string, unknown>): boolean {
  try {
    signature?.verify(body, headers as Record<string, string>);
    return signature !== null;
  } catch {
    return false;
  }
}
