"use client";

import { useEffect, useEffectEvent } from "react";
import { useKeys } from "./keys-context.ts";

/**
 * Sets a function that is called before each keyboard or palette action on the open conversation (the groups "write" and
 * "deal"). If it returns an ID, the action waits until that conversation is open. The function may change on every render.
 * @param openId the open conversation.
 */
export function useBeforeActions(settle: () => string | null, openId: string | null): void {
  const { registry } = useKeys();
  const now = useEffectEvent(settle);
  useEffect(() => registry.setSettler(() => now()), [registry]);
  // Runs after the effects of the opened conversation, which register its actions.
  useEffect(() => registry.opened(openId), [registry, openId]);
}
