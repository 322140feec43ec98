/** Something to look at before a message goes out all the same: it takes a second press. */
type Doubt =
  | { kind: "fields"; names: string[] }
  /** A colleague answered while this was being written. */
  | { kind: "answered"; name: string; at: string }
  /** A colleague began to write before. */
  | { kind: "typing"; name: string };

type Answer = {
  seq: number;
  isAgent: boolean;
  type: string;
  agentId: string | null;
  aiId: string | null;
  senderName: string | null;
  createdAt: string;
};

type Facts = {
  emptyFields: string[];
  messages: readonly Answer[];
  /** The newest message when the draft was begun; null: nothing is written yet. */
  beganSeq: number | null;
  viewerAgentId: string | null;
  /** Colleagues who write to this client, first come first. */
  typing: readonly { name: string }[];
  /** Whether the first of them wrote before this draft was begun. */
  wasFirst: boolean;
};

/** What speaks against sending just so, the most serious first. */
export function sendDoubts(facts: Facts): Doubt[] {
  const { messages, beganSeq, viewerAgentId, typing } = facts;
  // The messages stand in their order: what was there when the draft was begun is not looked through with each letter.
  const began = beganSeq === null ? messages.length : messages.findLastIndex(({ seq }) => seq <= beganSeq) + 1;
  const answer = messages
    .slice(began)
    .findLast(
      ({ isAgent, type, agentId, aiId }) => isAgent && type !== "note" && (aiId !== null || agentId !== viewerAgentId),
    );
  const [colleague] = typing;
  return [
    ...(answer ? [{ kind: "answered" as const, name: answer.senderName ?? "", at: answer.createdAt }] : []),
    ...(colleague && facts.wasFirst ? [{ kind: "typing" as const, name: colleague.name }] : []),
    ...(facts.emptyFields.length > 0 ? [{ kind: "fields" as const, names: facts.emptyFields }] : []),
  ];
}

/** Two lists of doubts are the same when a person who has seen the one has seen the other. */
export function doubtKey(doubts: readonly Doubt[]): string {
  return doubts
    .map((doubt) => (doubt.kind === "fields" ? doubt.names.join() : `${doubt.kind} ${doubt.name}`))
    .join("\n");
}
