"use client";

import { useEffect, useEffectEvent } from "react";
import { useKeys } from "./keys-context.ts";

/**
 * Asked before each action of the keyboard or the palette that is done to what is open (the groups "write" and "deal"): what it answers
 * is opened first, and the action is done to that. The function may be a new one on every render.
 * @param openId what is open.
 */
export function useBeforeActions(settle: () => string | null, openId: string | null): void {
  const { registry } = useKeys();
  const now = useEffectEvent(settle);
  useEffect(() => registry.setSettler(() => now()), [registry]);
  // Behind the effects of what was opened, which says there what can be done to it.
  useEffect(() => registry.opened(openId), [registry, openId]);
}
