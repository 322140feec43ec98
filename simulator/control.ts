import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { AiStandIns } from "./ai.ts";
import { aiFault } from "./ai-faults.ts";
import { channelShape, customerShape } from "./channel-shapes.ts";
import { GRAPH_ERRORS, graphErrorNamed } from "./graph-errors.ts";
import { templateEntry, webhookCall, whatsappEntry, whatsappRotation, whatsappEcho } from "./graph-webhook.ts";
import { HttpError, readJson, sendJson } from "./http.ts";
import { outcomeOf } from "./line.ts";
import { onWhatsapp } from "./people.ts";
import type { Phone } from "./phone.ts";
import { pineconeAssistant } from "./pinecone.ts";
import type { SimulatorState } from "./state.ts";
import type { WhatsappChannel } from "./talk.ts";
import { whatsappAddress } from "./whatsapp-line.ts";

/**
 * The control API, for tests and manual trials. It does what a provider's dashboard or the passing of time would do. It is
 * served on the page's port. The product never calls it.
 */

const failure = z.object({ error: z.string(), times: z.int().min(1).max(1_000).default(1) });
const clock = z.union([
  z.object({ advanceMs: z.int() }),
  z.object({ at: z.iso.datetime().transform((at) => new Date(at)) }),
]);
const token = z.object({ accessToken: z.string(), valid: z.boolean() });
const window = z.object({ verdict: z.enum(["sync", "async"]) });
const template = z.object({
  slug: z.string(),
  template: z.looseObject({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    status: z.string(),
    category: z.string(),
    components: z.array(z.unknown()).optional(),
  }),
});
const rotation = z.object({ slug: z.string(), customerId: z.string(), current: z.string() });
const provider = z.enum(["openAi", "pinecone"]);
/** Sets the assistant models' reply to a contact's text that contains `when`. */
const aiAnswer = z.object({ provider, when: z.string().min(1), answer: z.string() });
const aiFailure = z.object({ provider, fault: aiFault, times: z.int().min(1).max(1_000).default(1) });
const aiLatency = z.object({ provider, latencyMs: z.int().min(0).max(60_000) });
const echo = z.object({ slug: z.string(), customerId: z.string(), text: z.string().min(1) });
/** Raw entries, for payloads that no customer can cause: unknown fields and types, several numbers in one call. */
const raw = z.object({ slug: z.string(), entries: z.array(z.record(z.string(), z.unknown())).min(1) });

export async function answerControl(
  state: SimulatorState,
  phone: Phone,
  ai: AiStandIns,
  operation: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === "POST" ? await readJson(request) : null;
  sendJson(response, 200, await control(state, phone, ai, operation, body));
}

async function control(
  state: SimulatorState,
  phone: Phone,
  ai: AiStandIns,
  operation: string,
  body: unknown,
): Promise<unknown> {
  const { graph, telegram, deliveries } = phone;
  switch (operation) {
    case "POST channels":
      phone.addChannel(channelShape.parse(body));
      return { done: true };
    case "POST customers": {
      const given = customerShape.parse(body);
      state.putCustomer(given);
      return given;
    }
    case "GET messages":
      return [...state.messages.values()];
    // Safe to return: paths contain no secrets, and the journal has no headers.
    case "GET journal":
      return {
        graph: graph.calls,
        openAi: ai.openAi.calls,
        pinecone: ai.pinecone.calls,
        telegram: telegram.calls.map(({ method, parameters, status }) => ({ method, parameters, status })),
        deliveries: deliveries.journal.map(({ id, at, url, state: ended, statuses, body: sent }) => ({
          id,
          at,
          url,
          state: ended,
          statuses,
          body: sent,
        })),
      };
    case "POST faults": {
      const { error, times } = failure.parse(body);
      const name = graphErrorNamed(error);
      if (!name)
        throw new HttpError(422, `There is no error "${error}"; there are ${Object.keys(GRAPH_ERRORS).join(", ")}`);
      graph.fail(name, times);
      return { error: name, code: GRAPH_ERRORS[name].code, times };
    }
    case "DELETE faults":
      graph.forgive();
      return { done: true };
    case "POST ai-answers": {
      const { provider, when, answer } = aiAnswer.parse(body);
      ai[provider].answer(when, answer);
      return { done: true };
    }
    case "POST ai-faults": {
      const { provider, fault, times } = aiFailure.parse(body);
      ai[provider].fail(fault, times);
      return { done: true };
    }
    case "POST ai-latency": {
      const { provider, latencyMs } = aiLatency.parse(body);
      ai[provider].slow(latencyMs);
      return { done: true };
    }
    case "POST ai-assistants":
      ai.pinecone.addAssistant(pineconeAssistant.parse(body));
      return { done: true };
    case "GET clock":
      return { now: state.clock.now() };
    case "POST clock":
      state.setClock(clock.parse(body));
      return { now: state.clock.now() };
    case "POST tokens": {
      const { accessToken, valid } = token.parse(body);
      if (valid) graph.restore(accessToken);
      else graph.revoke(accessToken);
      return { valid };
    }
    case "POST end-windows": {
      const { slug } = z.object({ slug: z.string() }).parse(body);
      const channel = state.channel(slug);
      if (!("phoneNumberId" in channel || "accountId" in channel))
        throw new HttpError(422, "This is of Meta's channels only");
      graph.endWindows("phoneNumberId" in channel ? channel.phoneNumberId : channel.accountId);
      return { done: true };
    }
    case "POST window":
      graph.judgeWindow(window.parse(body).verdict);
      return { done: true };
    case "POST templates": {
      const { slug, template: given } = template.parse(body);
      const number = whatsappOf(state, slug);
      const templates = graph.templatesOf(number.wabaId);
      const place = templates.findIndex(({ id }) => id === given.id);
      templates.splice(place < 0 ? templates.length : place, place < 0 ? 0 : 1, given);
      return bring(phone, number, [templateEntry(number.wabaId, given, given.status, state.clock.now())]);
    }
    case "POST rotations": {
      const { slug, customerId, current } = rotation.parse(body);
      const number = whatsappOf(state, slug);
      return bring(phone, number, [whatsappRotation(number, onWhatsapp(customerOf(state, customerId)), current)]);
    }
    case "POST echoes": {
      const { slug, customerId, text } = echo.parse(body);
      const number = whatsappOf(state, slug);
      const content = { type: "text", text: { body: text } };
      return bring(phone, number, [whatsappEcho(number, onWhatsapp(customerOf(state, customerId)), content)]);
    }
    case "POST entries": {
      const { slug, entries } = raw.parse(body);
      return bring(phone, whatsappOf(state, slug), entries);
    }
    case "POST unknown": {
      const { slug } = z.object({ slug: z.string() }).parse(body);
      const number = whatsappOf(state, slug);
      return bring(phone, number, [whatsappEntry(number, { surprise: [{}] }, "a_field_of_tomorrow")]);
    }
    case "POST repeat": {
      const { id } = z.object({ id: z.string() }).parse(body);
      return outcomeOf(await deliveries.repeat(id));
    }
    default:
      throw new HttpError(404, "The control API has no such operation");
  }
}

function whatsappOf(state: SimulatorState, slug: string): WhatsappChannel {
  const found = state.channel(slug);
  if (found.kind !== "whatsapp") throw new HttpError(422, "This is of WhatsApp numbers only");
  return found;
}

function customerOf(state: SimulatorState, id: string) {
  const found = state.customers.get(id);
  if (!found) throw new HttpError(404, "There is no such customer");
  return found;
}

async function bring(phone: Phone, number: WhatsappChannel, entries: Record<string, unknown>[]) {
  const { graph, deliveries } = phone;
  const url = whatsappAddress(graph, number);
  if (url === undefined) throw new HttpError(409, "Nobody has asked WhatsApp for what happens at this number");
  return outcomeOf(
    await deliveries.bring({ url, ...webhookCall("whatsapp_business_account", entries, number.appSecret) }),
  );
}
