import { createContext } from "preact";
import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { Chat, ChatState } from "./chat-state.ts";
import type { Words } from "./words.ts";

/** The context of every view. */
export type Surroundings = { chat: Chat; words: Words; locale: string; isEmbedded: boolean };

export const ChatContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(ChatContext);
  if (!surroundings) throw new Error("outside of the chat");
  return surroundings;
}

/** The chat's state. The view renders again when it changes. */
export function useChatState(): ChatState {
  const { store } = useSurroundings().chat;
  const [state, setState] = useState(store.get());
  useLayoutEffect(() => {
    setState(store.get());
    return store.follow(() => setState(store.get()));
  }, [store]);
  return state;
}
