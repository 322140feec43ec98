"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useActions } from "../keys/use-actions.ts";
import { preferencesOf } from "../shell/preferences.ts";
import { rewriteText, suggestAnswer, type Rewriting, type Suggestion } from "./copilot-queries.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { useDraftPart, type Draft } from "./use-draft.ts";

/** The copilot's proposal: an answer next to the typed text, or another wording that replaces it. */
type Proposal = {
  kind: "answer" | "wording";
  text: string;
  aiName: string | null;
  sources: Suggestion["sources"];
};
/** `convId` and `base`: the conversation and the text at the time of asking. Typing on or opening another thread drops the proposal. */
type Asked = { convId: string; base: string } & (
  | { state: "asking"; what: "answer" | Rewriting }
  | { state: "offers"; proposal: Proposal }
  | { state: "none"; aiName: string; reason: string }
  | { state: "failed"; message: string }
);

type Needs = {
  convId: string;
  draft: Draft;
  /** Whether the copilot is off, because the agent is not writing to the contact. */
  isOff: boolean;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
};

/** Asks an assistant for an answer, or a model for another wording. It only proposes: it sends nothing, and inserts nothing before Tab. */
export function useCopilot({ convId, draft, isOff, inputRef, onText }: Needs) {
  const { workspaceId, viewer } = useInbox();
  const say = useServiceWords();
  const [isCalled, setCalled] = useState(false);
  const isUnfolded = preferencesOf(viewer).copilot || isCalled;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [aiId, setAiId] = useState<string | null>(null);
  const asking = useRef<AbortController | null>(null);
  const isAsTyped = useDraftPart(draft, ({ text }) => asked !== null && asked.base === text);
  const isEmpty = useDraftPart(draft, ({ text }) => text === "");
  const hasText = useDraftPart(draft, ({ text }) => text.trim() !== "");
  const isOf = asked !== null && asked.convId === convId && isAsTyped && !isOff;
  const now = isOf ? asked : null;
  const proposal = now?.state === "offers" ? now.proposal : null;

  // Abort the request when the agent leaves the conversation or types on.
  const isAsking = now?.state === "asking";
  useEffect(() => (isAsking ? () => asking.current?.abort() : undefined), [isAsking, convId]);

  async function ask(what: "answer" | Rewriting): Promise<void> {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    const place = { convId, base: draft.now().text };
    const begun: Asked = { ...place, state: "asking", what };
    setAsked(begun);
    const answer = await (what === "answer" ? suggested(mine.signal) : reworded(what, mine.signal)).catch(
      (error: unknown) => ({
        state: "failed" as const,
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    setAsked((known) => (known !== begun ? known : mine.signal.aborted ? null : { ...place, ...answer }));
  }

  async function suggested(signal: AbortSignal) {
    const found = await suggestAnswer({ workspaceId, convId, aiId }, signal);
    if (found.text === null)
      return { state: "none" as const, aiName: found.aiName, reason: say(found.reason ?? "", found.reasonWording) };
    const { aiName, sources } = found;
    return { state: "offers" as const, proposal: { kind: "answer" as const, text: found.text, aiName, sources } };
  }

  async function reworded(how: Rewriting, signal: AbortSignal) {
    const { text } = draft.now();
    const words = await rewriteText({ workspaceId, convId, aiId, text, how }, signal);
    return { state: "offers" as const, proposal: { kind: "wording" as const, text: words, aiName: null, sources: [] } };
  }

  function drop(): void {
    asking.current?.abort();
    setAsked(null);
    inputRef.current?.focus();
  }

  function take(): void {
    const field = inputRef.current;
    if (!proposal) return;
    const { text } = draft.now();
    const isBeside = proposal.kind === "answer" && text !== "";
    const words = isBeside ? `\n${proposal.text}` : proposal.text;
    setAsked(null);
    field?.focus();
    field?.setSelectionRange(isBeside ? text.length : 0, text.length);
    // Insert the text as if it were typed, so that the browser's own undo works.
    if (!field || !document.execCommand("insertText", false, words)) onText(isBeside ? text + words : words);
  }

  function suggest(): void {
    setCalled(true);
    void ask("answer");
  }
  const onToggle = useCallbackRef(() => setCalled(false));
  // While the strip is shown, Esc closes it, wherever the focus is.
  useActions({ copilot: isOff ? null : suggest, ...(now === null ? {} : { leave: drop }) });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab" && proposal) take();
    else if (event.key === "Escape") drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const hears = now !== null;
  useEffect(() => {
    const field = inputRef.current;
    if (!hears || !field) return;
    field.addEventListener("keydown", onKey);
    return () => field.removeEventListener("keydown", onKey);
  }, [hears, inputRef]);

  return {
    convId,
    /** Whether the strip is open: permanently, or because the agent pressed its key. */
    isOpen: isUnfolded && !isOff,
    onToggle,
    now,
    /** The proposal for the empty field. Tab accepts it. */
    ghost: proposal && isEmpty ? proposal.text : null,
    hasText,
    suggest,
    rewrite: (how: Rewriting) => void ask(how),
    take,
    drop,
    aiId,
    chooseAi: setAiId,
  };
}

export type Copilot = ReturnType<typeof useCopilot>;
