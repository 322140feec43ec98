"use client";

import { useOs } from "@mantine/hooks";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from "react";
import { usePreferences } from "../shell/use-preferences.ts";
import { createActionRegistry } from "./action-registry.ts";
import { ACTIONS, keyMap, type ActionId } from "./actions.ts";
import { keyNameOf } from "./key-names.ts";
import { actionsOf, beginsSequence, SEQUENCE_MS } from "./key-press.ts";
import { KeysContext } from "./keys-context.ts";
import { Palette } from "./palette.tsx";
import { isOverlayOpen, isTooltipOpen, placeOf } from "./place-of.ts";

/** The portal's only keyboard handler. It looks up each key press in the person's key map and runs the action (`useActions`). */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [{ keys: changed, singleKeys: hasSingleKeys }] = usePreferences();
  const os = useOs();
  const isMac = os === "macos" || os === "ios";
  const [registry] = useState(createActionRegistry);
  const map = useMemo(() => keyMap(changed), [changed]);
  /** The first key of a sequence, and when it was pressed. */
  const begun = useRef<{ name: string; at: number } | null>(null);
  const hadOpenOverlay = useRef(false);
  const heard = useRef<KeyboardEvent | null>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || heard.current === event) return;
    heard.current = event;
    const name = keyNameOf(event, isMac);
    if (name === null) return;
    const place = placeOf(event.target, hadOpenOverlay.current);
    // The first Esc leaves the field, the next one closes what is open. In a field with an open list, Esc closes the list first.
    if (name === "Escape" && place.field !== null && !place.isOverlay && event.target instanceof HTMLElement) {
      return event.target.ariaHasPopup === "listbox" ? undefined : event.target.blur();
    }
    const before = begun.current && event.timeStamp - begun.current.at < SEQUENCE_MS ? begun.current.name : null;
    begun.current = null;
    // A held key repeats moves only. Otherwise it would end one conversation after the other.
    const runs = (id: ActionId) => (event.repeat && ACTIONS[id].group !== "move") || registry.run(id);
    const isDone = (prefix: string | null) => actionsOf(map, name, place, prefix, hasSingleKeys).some(runs);
    if ((before !== null && isDone(before)) || isDone(null)) return event.preventDefault();
    if (beginsSequence(map, name, place, hasSingleKeys)) begun.current = { name, at: event.timeStamp };
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    const look = (event: KeyboardEvent) => {
      hadOpenOverlay.current = event.key === "Escape" && isOverlayOpen();
      // An open tooltip stops Esc before it reaches the window, so handle Esc after all other listeners.
      if (event.key === "Escape" && isTooltipOpen()) window.setTimeout(listener, 0, event);
    };
    window.addEventListener("keydown", look, true);
    window.addEventListener("keydown", listener);
    return () => {
      window.removeEventListener("keydown", look, true);
      window.removeEventListener("keydown", listener);
    };
  }, []);

  const keys = useMemo(() => ({ registry, map, isMac, hasSingleKeys }), [registry, map, isMac, hasSingleKeys]);
  return (
    <KeysContext value={keys}>
      {children}
      <Palette />
    </KeysContext>
  );
}
