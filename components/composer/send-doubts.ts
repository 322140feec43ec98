/** A reason to look again before sending. A second press sends anyway. */
type Doubt =
  | { kind: "fields"; names: string[] }
  /** A colleague answered while the agent wrote this draft. */
  | { kind: "answered"; name: string; at: string }
  /** A colleague began to write before the agent. */
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
  /** The newest message when the draft was begun. null: the draft is empty. */
  beganSeq: number | null;
  viewerAgentId: string | null;
  /** Colleagues who are writing to this contact, in the order in which they began. */
  typing: readonly { name: string }[];
  /** Whether the first of them began before this draft. */
  wasFirst: boolean;
};

/** The reasons to look again before sending, the most serious first. */
export function sendDoubts(facts: Facts): Doubt[] {
  const { messages, beganSeq, viewerAgentId, typing } = facts;
  // Messages are in order, so skip those from before the draft. This code runs at each keystroke.
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

/** Identifies a list of doubts. If two lists have the same key, the second one needs no second press. */
export function doubtKey(doubts: readonly Doubt[]): string {
  return doubts
    .map((doubt) => (doubt.kind === "fields" ? doubt.names.join() : `${doubt.kind} ${doubt.name}`))
    .join("\n");
}
