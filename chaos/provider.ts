import { startFarSide, type FarSide } from "./far-side.ts";
import type { Recorder } from "./history.ts";
import { drawFor } from "./random.ts";
import type { Status } from "./records.ts";

/** How a provider treats one request. `good`, `garbage` and `resetAfter` accept the message. The others do not. */
export type ProviderAct =
  | "good"
  | "slow"
  | "garbage"
  | "resetAfter"
  | "resetBefore"
  | "hang"
  | "serverError"
  | "busy"
  | "badRequest";

export type ProviderOptions = {
  seed: number;
  recorder: Recorder;
  /** How long an ordinary response takes. */
  answerMs: number;
  /** The probability of each fault per request. A key is struck only once, so that retries stay short. */
  faults: Partial<Record<Exclude<ProviderAct, "good">, number>>;
  /** Accepts a repeated key only once and returns the same id for it. */
  honoursKey: boolean;
  /** The share of messages that get status reports. Some reports come before the send's response. */
  statusShare: number;
  /** Reports a message's status to the product's status endpoint. Resolves on a 200, or when it gives up. */
  report: (integrationId: string, externalMessageId: string, status: Status) => Promise<void>;
};

/** A CUSTOM channel's endpoint that injects faults. */
export type Provider = {
  url: string;
  /** Sets the channel that it serves, once that exists. */
  serve: (integrationId: string) => void;
  /** Treats every request alike during a phase. null: each request by its own draw. */
  setPhase: (act: ProviderAct | null) => void;
  /** Stops all faults and extra delays, after the last fault of the plan. */
  heal: () => void;
  /** The number of different messages that arrived. */
  seen: () => number;
  /** Reports that have no response yet. */
  reporting: () => number;
  close: () => Promise<void>;
};

const MOST_FAULTS_PER_KEY = 1;
const SLOW_MS = 1_500;
const RETRY_AFTER_SECONDS = 1;
const EARLY_REPORT_MS = 3_000;

const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { seed, recorder, answerMs, faults, honoursKey, statusShare, report } = options;
  const keys = new Map<string, Known>();
  let integrationId = "";
  let phase: ProviderAct | null = null;
  let isHealed = false;
  let reporting = 0;

  const know = (key: string): Known => {
    // Ids are new in every run. A seed repeats which messages are struck, counted in order of arrival.
    const known = keys.get(key) ?? { position: keys.size, tries: 0, struck: 0, taken: null };
    keys.set(key, known);
    return known;
  };
  const actFor = (known: Known): ProviderAct => {
    if (isHealed) return "good";
    if (phase) {
      known.struck++;
      return phase;
    }
    if (known.struck >= MOST_FAULTS_PER_KEY) return "good";
    let left = drawFor(seed, `act/${known.position}/${known.tries}`);
    for (const [act, probability] of Object.entries(faults) as [ProviderAct, number][]) {
      left -= probability;
      if (left >= 0) continue;
      known.struck++;
      return act;
    }
    return "good";
  };
  const take = (known: Known, messageId: string): string => {
    if (known.taken === null) known.taken = `ext-${messageId}`;
    else if (!honoursKey) known.taken = `ext-${messageId}-${known.tries}`;
    return known.taken;
  };
  const tell = async (id: string, words: Status[]) => {
    for (const word of words) {
      reporting++;
      await report(integrationId, id, word).finally(() => reporting--);
    }
  };

  const side: FarSide = await startFarSide((request, response, body) => {
    const { messageId, conversationId } = JSON.parse(body) as { messageId: string; conversationId: string };
    const given = request.headers["idempotency-key"];
    const idempotencyKey = typeof given === "string" ? given : null;
    const known = know(idempotencyKey ?? messageId);
    known.tries++;
    const act = actFor(known);
    const arrival = recorder.arrival({ integrationId, idempotencyKey, messageId, convId: conversationId });
    let said: { status: number; externalMessageId: string | null; retryAfterSeconds?: number } | null = null;
    response.once("close", () => {
      const { writableFinished: written } = response;
      recorder.arrivalEnd(arrival, {
        status: null,
        externalMessageId: null,
        ...said,
        written: said !== null && written,
      });
    });
    const end = (status: number, answer: unknown, headers: Record<string, string> = {}) => {
      if (response.destroyed) return;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    };
    const accept = async () => {
      const externalMessageId = take(known, messageId);
      const draw = drawFor(seed, `status/${known.position}`);
      const reports = known.tries === 1 || honoursKey ? statusPlan(draw, statusShare) : null;
      // The response must not wait for a service that is restarting.
      if (reports) await Promise.race([tell(externalMessageId, reports.before), pause(EARLY_REPORT_MS)]);
      said = { status: 200, externalMessageId };
      end(200, { externalMessageId });
      if (reports) await tell(externalMessageId, reports.after);
    };
    const refuse = (status: number, error: string) => {
      said = { status, externalMessageId: null };
      end(status, { error });
    };
    const answer = () => {
      if (act === "hang") return;
      if (act === "resetAfter") take(known, messageId);
      if (act === "resetAfter" || act === "resetBefore") return void request.socket.destroy();
      if (act === "serverError") return refuse(500, "out of order");
      if (act === "badRequest") return refuse(400, "no such customer");
      if (act === "busy") {
        said = { status: 429, externalMessageId: null, retryAfterSeconds: RETRY_AFTER_SECONDS };
        return end(429, { error: "too fast" }, { "retry-after": String(RETRY_AFTER_SECONDS) });
      }
      if (act === "garbage") {
        said = { status: 200, externalMessageId: null };
        return end(200, "<html>thank you</html>");
      }
      void accept();
    };
    setTimeout(answer, act === "slow" ? SLOW_MS : answerMs);
  });

  return {
    url: `${side.url}/messages`,
    serve: (id) => void (integrationId = id),
    setPhase: (act) => void (phase = act),
    heal: () => {
      phase = null;
      isHealed = true;
    },
    seen: () => keys.size,
    reporting: () => reporting,
    close: side.close,
  };
}

/** The provider's state for one key. */
type Known = { position: number; tries: number; struck: number; taken: string | null };

/** The reports of one message: early, late, duplicate, out of order. */
function statusPlan(draw: number, share: number): { before: Status[]; after: Status[] } | null {
  if (draw >= share) return null;
  const plans: { before: Status[]; after: Status[] }[] = [
    { before: ["delivered"], after: ["read"] },
    { before: [], after: ["delivered", "read"] },
    { before: [], after: ["read", "delivered"] },
    { before: ["read"], after: ["delivered", "delivered", "read"] },
    { before: [], after: ["delivered", "failed"] },
    { before: ["failed"], after: ["delivered"] },
    { before: [], after: ["played", "read", "delivered"] },
  ];
  return plans[Math.floor((draw / share) * plans.length)] ?? null;
}
