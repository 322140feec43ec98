"use client";

import { useSearchParams } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** What the playground shows. */
type Shown = {
  /** One conversation, or two side by side. */
  chats: string[];
  /** Of which of them it is shown what the assistant did; null: the first. */
  chatId?: string | null;
  /** The answer that is looked at; null: the newest. */
  answerId?: string | null;
};

/**
 * What is shown, all of it in the address, and how to show something else. Through the history API, which the router follows:
 * nothing is asked of the server for it. Other conversations are a step back in the browser, another answer is not.
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
