"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Actions, Choices } from "./action-registry.ts";
import { useKeys } from "./keys-context.ts";

/**
 * Says what can be done where the caller stands: by key, from the palette and in the help, as long as it is drawn. Of two callers that
 * name the same action the inner one has it. A function that returns `false` has done nothing: the next outer caller is asked, and
 * where none is left the key keeps its meaning for the browser. The object may be a new one on every render.
 * @param choices what an action asks for, by which the palette does it without the menu that the action opens.
 */
export function useActions(actions: Actions, choices: Choices = {}): void {
  const { registry } = useKeys();
  const [place] = useState(() => registry.newPlace());
  // Asked by the palette while it is being drawn, which an effect event does not allow.
  const now = useRef({ actions, choices });
  useLayoutEffect(() => {
    now.current = { actions, choices };
  });
  useEffect(() => registry.add(place, () => now.current), [registry, place]);
}
