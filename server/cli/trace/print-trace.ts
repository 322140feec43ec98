import type { Found } from "./find-trace.ts";

/**
 * The trace as text for a person: incoming calls, then messages with their attempts, then events with the subscribers'
 * responses.
 */
export function printTrace({ calls, messages, events }: Found): string[] {
  return [
    ...calls.map(
      (call) =>
        `${timeOf(call.receivedAt)}  call of a provider ${call.id}, workspace ${call.workspaceId}: ` +
        `${call.error ?? (call.doneAt ? "taken" : "waiting")}${under(call.requestId)}`,
    ),
    ...messages.flatMap((message) => [
      `${timeOf(message.createdAt)}  message ${message.id}, workspace ${message.workspaceId}, conversation ${message.convId}: ` +
        `${message.isAgent ? "to" : "from"} the client by ${message.channel}, ${message.status}`,
      ...message.attempts.map((attempt) => `    ${tryOf(attempt)}`),
    ]),
    ...events.flatMap((event) => [
      `${timeOf(event.at)}  event ${event.webhookId} ${event.name}${event.messageId ? ` of message ${event.messageId}` : ""}${under(event.requestId)}`,
      ...event.deliveries.flatMap(({ host, state, attempts }) => [
        `    to ${host}: ${state}`,
        ...attempts.map((attempt) => `        ${tryOf(attempt)}`),
      ]),
    ]),
  ];
}

function tryOf({ at, no, outcome, status, ms, error }: Found["messages"][number]["attempts"][number]): string {
  const answer = [status, ms === null ? null : `${ms} ms`, error].filter((part) => part !== null).join(", ");
  return `${timeOf(at)}  attempt ${no}: ${outcome}${answer ? ` (${answer})` : ""}`;
}

const under = (requestId: string | null) => (requestId === null ? "" : ` (request ${requestId})`);
const timeOf = (time: Date) => time.toISOString();
