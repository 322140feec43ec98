"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Actions, Choices } from "./action-registry.ts";
import { useKeys } from "./keys-context.ts";

/**
 * Offers actions while the caller is mounted: by key, in the palette and in the help. If two callers offer the same action, the
 * inner one wins.
 * A function that returns `false` has done nothing: the next outer caller gets the key, and finally the browser. The object may
 * change on every render.
 * @param choices the choices of actions, so that the palette can offer them without opening the action's menu.
 * @param target the name of what the actions act on, for the palette: a contact.
 */
export function useActions(actions: Actions, choices: Choices = {}, target: string | null = null): void {
  const { registry } = useKeys();
  const [place] = useState(() => registry.newPlace());
  // The palette reads this while it renders, when an effect event cannot be called.
  const now = useRef({ actions, choices, target });
  useLayoutEffect(() => {
    now.current = { actions, choices, target };
  });
  useEffect(() => registry.add(place, () => now.current), [registry, place]);
}
