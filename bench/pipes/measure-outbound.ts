import { Pool } from "undici";
import { rowOfRounds, type GoalRow, type Round } from "../goals.ts";
import { providerFetch } from "../../server/provider-fetch.ts";
import { safeFetch } from "../../server/safe-fetch.ts";
import { keepBusy } from "./load-shapes.ts";
import type { PipesStage } from "./stage.ts";

const CALLERS = 16;
const SECONDS = 2;
const BODY = JSON.stringify({
  messaging_product: "whatsapp",
  to: "491701234567",
  type: "text",
  text: { body: "Hello" },
});
const HEADERS = { "content-type": "application/json", authorization: "Bearer bench" };

/** Outbound requests to providers and to customers' URLs, compared with undici with keep-alive. */
export async function measureOutbound({ far }: PipesStage, rounds: number): Promise<GoalRow[]> {
  const path = "/provider/outbound";
  const url = far.url(path);
  const pool = new Pool(far.url(""), { connections: CALLERS });
  const request = { url, method: "POST" as const, headers: HEADERS, body: BODY, deadlineMs: 15_000 };
  const answered = async (reply: ReturnType<typeof safeFetch>) => {
    const { kind } = await reply;
    if (kind !== "answer") throw new Error(`a request was not answered: ${kind}`);
  };
  const ways = {
    bare: async () => {
      const { body } = await pool.request({ path, method: "POST", headers: HEADERS, body: BODY });
      await body.text();
    },
    provider: () => answered(providerFetch(request)),
    customer: () => answered(safeFetch(request)),
  };
  const rate = async (way: () => Promise<unknown>) => {
    const { began, seconds } = await keepBusy(CALLERS, SECONDS, 0, way);
    return began.size / seconds;
  };
  const [toProvider, toCustomer]: [Round[], Round[]] = [[], []];
  for (const way of Object.values(ways)) await rate(way);
  for (let round = 0; round < rounds; round += 1) {
    const floor = await rate(ways.bare);
    toProvider.push({ floor, ours: await rate(ways.provider) });
    toCustomer.push({ floor, ours: await rate(ways.customer) });
  }
  await pool.close();
  const question = { goal: null, unit: "/s", wants: "more" as const, bound: null };
  return [
    rowOfRounds({ ...question, what: `requests to a provider, c=${CALLERS} / bare undici` }, toProvider),
    rowOfRounds({ ...question, what: `requests to a customer's address, c=${CALLERS} / bare undici` }, toCustomer),
  ];
}
