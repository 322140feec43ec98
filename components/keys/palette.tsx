"use client";

import { Modal } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { Choices } from "./action-registry.ts";
import type { ActionId } from "./actions.ts";
import { useKeys } from "./keys-context.ts";
import { PaletteChoices } from "./palette-choices.tsx";
import { PaletteHome } from "./palette-home.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { useActions } from "./use-actions.ts";
import classes from "./palette.module.css";

type Page = { id: ActionId; choices: NonNullable<Choices[ActionId]> };

/** The palette and the help, which open on every page with their keys. */
export function Palette() {
  const t = useTranslations("keys");
  const [isOpen, setOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [page, setPage] = useState<Page | null>(null);
  /** The element that had the focus before. Actions and the person find the focus where it was. */
  const before = useRef<Element | null>(null);

  function open(at: Page | null) {
    before.current = document.activeElement;
    setPage(at);
    setOpen(true);
  }
  function close() {
    setOpen(false);
    // Wait until the dialog has released the focus.
    window.requestAnimationFrame(() => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    });
  }
  function runAfterClosing(run: () => void) {
    close();
    window.requestAnimationFrame(() => window.requestAnimationFrame(run));
  }

  useActions({
    palette: isOpen ? close : () => open(null),
    help: () => setHelpOpen(true),
    nextRegion: () => moveToRegion(1),
    previousRegion: () => moveToRegion(-1),
  });

  const { registry } = useKeys();
  const ask = useEffectEvent((id: ActionId, choices: Page["choices"]) => open({ id, choices }));
  useEffect(() => registry.setChooser((id, choices) => ask(id, choices)), [registry]);

  return (
    <>
      <PaletteFrame isOpen={isOpen} onClose={close} label={t("palette.label")}>
        {page ? (
          <PaletteChoices
            key={page.id}
            title={t(`actions.${page.id}`)}
            choices={page.choices}
            onBack={() => setPage(null)}
            onRun={runAfterClosing}
          />
        ) : (
          <PaletteHome onPage={setPage} onRun={runAfterClosing} />
        )}
      </PaletteFrame>
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

type FrameProps = { isOpen: boolean; onClose: () => void; label: string; children: ReactNode };

/** No animation: the palette opens with a key, and an animation would only delay it. */
function PaletteFrame({ isOpen, onClose, label, children }: FrameProps) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={600}
      padding={0}
      yOffset="12dvh"
      returnFocus={false}
      // Locking the page's scrolling computes the styles of the whole page anew, at opening and at closing.
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content
        aria-label={label}
        className={classes.frame}
        // Handle Escape before the field does, because a combobox field keeps it for itself.
        onKeyDownCapture={(event) => event.key === "Escape" && !event.nativeEvent.isComposing && onClose()}
      >
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The areas of a page in document order, notices last. Hidden areas are skipped. */
const REGIONS =
  "[data-region], [class*='Notifications-root'] [role='status'], [class*='Notifications-root'] [role='alert']";
const TABBABLE =
  "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex='0']";

/** Moves the focus to the next area, or with -1 to the previous one, and wraps around. false: there is only one area. */
function moveToRegion(step: 1 | -1): boolean {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter((region) => region.checkVisibility());
  if (regions.length < 2) return false;
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const from = at === -1 && step === -1 ? 0 : at;
  const region = regions[(from + step + regions.length) % regions.length];
  if (!region) return false;
  const target =
    region.querySelector<HTMLElement>("[data-region-focus]") ??
    [...region.querySelectorAll<HTMLElement>(TABBABLE)].find((element) => element.checkVisibility());
  (target ?? region).focus();
  return true;
}
