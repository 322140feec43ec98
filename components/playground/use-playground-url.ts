"use client";

import { useSearchParams } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

type Shown = {
  /** The IDs of one conversation, or of two side by side. */
  chats: string[];
  /** The conversation whose answer details are shown. null: the first. */
  chatId?: string | null;
  /** The selected answer. null: the newest. */
  answerId?: string | null;
};

/**
 * The playground's state, kept in the URL, and how to change it. Uses the history API, which the router follows, so no request
 * is sent.
 * Changing the conversations adds a history entry, changing the answer does not.
 */
export function usePlaygroundUrl() {
  const workspaceId = useWorkspaceId();
  const params = useSearchParams();
  const chats = params.getAll("chat").slice(0, 2);

  function show(next: Shown): void {
    const search = new URLSearchParams();
    for (const chat of next.chats) search.append("chat", chat);
    if (next.chatId) search.set("of", next.chatId);
    if (next.answerId) search.set("answer", next.answerId);
    const address = paths.playground(workspaceId, search.toString());
    if (next.chats.join() === chats.join()) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  }

  return { chats, chatId: params.get("of"), answerId: params.get("answer"), show };
}
