"use client";

import { useQuery } from "@tanstack/react-query";
import fuzzysort from "fuzzysort";
import { useLocale } from "next-intl";
import { useId, useState, type KeyboardEvent } from "react";
import { cannedRepliesQuery, convLanguageQuery, type CannedReply } from "./canned-queries.ts";
import { triggerAt, withChoice, type Trigger } from "./caret-trigger.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { agentsQuery } from "../inbox/queries.ts";
import { languagesOf, wordingOf } from "./reply-languages.ts";
import { emojiQuery, findEmoji } from "./emoji.ts";
import { recentChoices } from "./recent-choices.ts";
import { VARIABLES } from "./variables.ts";

/** One line of the list. `insert` replaces the typed trigger. */
export type Choice = {
  id: string;
  label: string;
  detail: string;
  group: "recent" | "mine" | "team" | null;
  insert: string;
  reply?: CannedReply;
  agent?: { id: string; name: string };
};

const MOST = 50;
const MOST_EMOJI = 24;

type Needs = {
  row: ConvRow;
  isNote: boolean;
  /** Fills in the variables of a choice. */
  resolve: (words: string) => string;
  /** Receives the text that includes the choice, and the new caret position. */
  onChoose: (choice: Choice, text: string, caret: number) => void;
};

/** A text, the caret position in it, and the trigger found there. */
type Spot = { text: string; caret: number; found: Trigger };

/**
 * The list that a sign at the caret opens: canned replies, macros, emoji, agents or variables. Arrow keys move in it while typing goes
 * on. Keystrokes that open no list render nothing.
 */
export function useCaretMenu({ row, isNote, resolve, onChoose }: Needs) {
  const { workspaceId } = useInbox();
  const [spot, setSpot] = useState<Spot | null>(null);
  const [at, setAt] = useState(0);
  const [closedFrom, setClosedFrom] = useState<number | null>(null);
  const listId = useId();
  const found = spot?.found ?? null;
  const isOf = found !== null && isOffered(found.kind, isNote) && found.from !== closedFrom;
  const trigger = isOf ? found : null;
  const kind = trigger?.kind ?? null;
  const replies = useQuery({ ...cannedRepliesQuery(workspaceId), enabled: kind === "reply" || kind === "macro" }).data;
  const languages = languagesOf(replies ?? []);
  const isChosenBy = languages.length > 0 && (kind === "reply" || kind === "macro");
  const theirs = useQuery({ ...convLanguageQuery(workspaceId, row.id, languages), enabled: isChosenBy }).data ?? null;
  const spoken = [theirs, useLocale()];
  const emoji = useQuery({ ...emojiQuery, enabled: kind === "emoji" }).data;
  const agents = useQuery({ ...agentsQuery(workspaceId), enabled: kind === "mention" }).data;
  const choices = trigger ? choicesOf(trigger) : [];
  const index = Math.min(at, choices.length - 1);

  function choicesOf({ kind: of, query }: Trigger): Choice[] {
    switch (of) {
      case "reply":
      case "macro": {
        const offered = (replies ?? []).filter(
          ({ channelTypes, actions }) =>
            (channelTypes.length === 0 || channelTypes.includes(row.integrationType)) &&
            (of === "reply" || actions.length > 0),
        );
        return replyChoices(
          offered.map((reply) => ({ ...reply, content: wordingOf(reply, spoken) })),
          query,
        );
      }
      case "emoji":
        return findEmoji(emoji ?? [], query, MOST_EMOJI).map(({ emoji: sign, name }) =>
          line(sign, `${sign} ${name}`, "", sign),
        );
      case "mention": {
        const known = (agents ?? []).map(({ id, name, surname }) => ({
          id,
          name: surname ? `${name} ${surname}` : name,
        }));
        const named =
          query === "" ? known : fuzzysort.go(query, known, { key: "name", limit: MOST }).map(({ obj }) => obj);
        return named.map((agent) => ({ ...line(agent.id, agent.name, "", `@${agent.name} `), agent }));
      }
      case "variable":
        return VARIABLES.filter((name) => name.toLowerCase().includes(query.toLowerCase())).map((name) =>
          line(name, name, "", `{{${name}}}`),
        );
    }
  }

  function choose(choice: Choice | undefined): void {
    if (!choice || !trigger || !spot) return;
    const next = withChoice(spot.text, trigger, spot.caret, resolve(choice.insert));
    setSpot(null);
    setAt(0);
    onChoose(choice, next.text, next.caret);
  }

  return {
    listId,
    trigger,
    choices,
    index,
    choose,
    optionId: (place: number) => `${listId}-${place}`,
    /** Call it after every change of the text or the caret. */
    follow: (text: string, caret: number) => {
      const next = triggerAt(text, caret);
      // The browser reports the same position again after each keystroke.
      if (spot?.text === text && spot.caret === caret) return;
      setSpot(next && { text, caret, found: next });
      if (closedFrom !== null && next?.from !== closedFrom) setClosedFrom(null);
      if (!trigger && at !== 0) setAt(0);
    },
    /** Returns whether the list has handled the key. */
    onKey(event: KeyboardEvent): boolean {
      if (choices.length === 0 || event.metaKey || event.ctrlKey || event.altKey) return false;
      if (event.key === "ArrowDown") setAt((index + 1) % choices.length);
      else if (event.key === "ArrowUp") setAt((index - 1 + choices.length) % choices.length);
      else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choose(choices[index]);
      else if (event.key === "Escape") setClosedFrom(trigger?.from ?? null);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

/** Mentions are for notes only. Macros are for replies only. */
function isOffered(kind: Trigger["kind"], isNote: boolean): boolean {
  return kind === "mention" ? isNote : kind !== "macro" || !isNote;
}

function line(id: string, label: string, detail: string, insert: string): Choice {
  return { id, label, detail, insert, group: null };
}

/** Sorted by best match. Without a query: recent replies first, then the agent's own, then the team's. */
function replyChoices(replies: readonly CannedReply[], query: string): Choice[] {
  const recent = recentChoices("replies");
  const found =
    query === ""
      ? [...replies]
      : fuzzysort.go(query, replies, { keys: ["shortcut", "title", "content"], limit: MOST }).map(({ obj }) => obj);
  const groupOf = ({ id, isTeam }: CannedReply) => (recent.includes(id) ? "recent" : isTeam ? "team" : "mine");
  const lines = found.map((reply) => ({
    ...line(reply.id, reply.title, `/${reply.shortcut}`, reply.content),
    group: groupOf(reply),
    reply,
  })) satisfies Choice[];
  const order = ["recent", "mine", "team"];
  return lines.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group)).slice(0, MOST);
}
