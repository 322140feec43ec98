import type { InboundCall } from "../channels/inbound.ts";

/** One item of a call, with the names that link it to other items: names of people and of messages. */
export type Element<Kind> = { kind: Kind; names: string[] };

type Message = InboundCall["messages"][number];
type Change = NonNullable<InboundCall["changes"]>[number];
type Echo = NonNullable<InboundCall["echoes"]>[number];

/** The items that are processed per sender. Statuses, templates and notices about the account are not. */
export type Taken =
  | { of: "message"; message: Message }
  | { of: "echo"; echo: Echo }
  | { of: "change"; change: Exclude<Change, { kind: "templates" | "account" }> };

/**
 * The items of a call in processing order: messages under a name that this call changes, then the name changes and referrals, then
 * the other messages, then echoes, then control, reactions, edits, deletions, hidings, reachability and marketing.
 */
export function elementsOf({ messages, echoes = [], changes = [] }: InboundCall): Element<Taken>[] {
  const renamings = changes.filter((change) => change.kind === "identity");
  const former = new Set(renamings.map(({ from }) => from.externalId));
  const isFormer = (message: Message) => namesOfSender(message).some((name) => former.has(name));
  const ofKind = (...kinds: Change["kind"][]) =>
    changes.flatMap((change) =>
      change.kind !== "templates" && change.kind !== "account" && kinds.includes(change.kind)
        ? [{ of: "change", change } as const]
        : [],
    );
  const taken: Taken[] = [
    ...messages.filter(isFormer).map((message) => ({ of: "message", message }) as const),
    ...ofKind("identity", "referral"),
    ...messages.filter((message) => !isFormer(message)).map((message) => ({ of: "message", message }) as const),
    ...echoes.map((echo) => ({ of: "echo", echo }) as const),
    ...ofKind("control", "reaction", "edit", "deletion", "hiding", "reachability", "marketing"),
  ];
  return taken.map((kind) => ({ kind, names: namesIn(kind) }));
}

function namesOfSender({ senderId, identities = [] }: Message): string[] {
  return [senderId, ...identities.map(({ externalId }) => externalId)];
}

function namesIn(taken: Taken): string[] {
  if (taken.of === "message") return [...namesOfSender(taken.message), ...ofMessage(taken.message.externalMessageId)];
  if (taken.of === "echo") {
    const { recipientId, identities = [], externalMessageId } = taken.echo;
    return [recipientId, ...identities.map(({ externalId }) => externalId), ...ofMessage(externalMessageId)];
  }
  const { change } = taken;
  switch (change.kind) {
    case "reaction":
      return [change.senderId, ...ofMessage(change.externalMessageId)];
    case "edit":
    case "deletion":
    case "hiding":
      return ofMessage(change.externalMessageId);
    case "referral":
    case "reachability":
    case "control":
      return [change.senderId];
    case "marketing":
      return change.names.map(({ externalId }) => externalId);
    case "identity":
      return [change.from, ...change.to].map(({ externalId }) => externalId);
  }
}

/** The prefix keeps a message's name from matching a person's. */
function ofMessage(externalMessageId: string | null): string[] {
  return externalMessageId === null ? [] : [`message ${externalMessageId}`];
}

/**
 * Splits elements into lanes. A lane holds all elements of one person, under any of their names, and all elements about their messages,
 * in the given order. Lanes can be processed in parallel.
 */
export function lanesOf<E extends { names: string[] }>(elements: readonly E[]): E[][] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    // Path compression: the next lookup takes one step.
    for (let at = name; at !== root;) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { names } of elements) {
    const [first, ...others] = names;
    if (first === undefined) continue;
    for (const other of others) {
      const [root, mine] = [rootOf(first), rootOf(other)];
      if (root !== mine) parents.set(mine, root);
    }
  }
  return [...Map.groupBy(elements, ({ names: [name = ""] }) => rootOf(name)).values()];
}
