"use client";

import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from "react";
import { useEarlyKeys } from "../inbox/use-early-keys.ts";
import classes from "../thread/thread.module.css";

export type PickerOption = { value: string; label: string; left?: ReactNode; right?: ReactNode };

type ListProps = {
  /** The label and placeholder of the search box. */
  label: string;
  options: PickerOption[];
  chosen: readonly string[];
  /** Accepts a value that is not in the list. */
  onCreate?: (text: string) => void;
  /** Interprets the typed text itself as an option. Shown before the matching options. */
  meaningOf?: (text: string) => PickerOption | null;
  /** null: an empty list shows no text. */
  emptyText: string | null;
  /** Below the list. */
  footer?: ReactNode;
};

type Props = ListProps & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (value: string) => void;
  /** Whether the list stays open after a choice. */
  multiple?: boolean;
  /** The element that opens the list. */
  children: (toggle: () => void) => ReactNode;
};

/** An option's value is "=value", or "+text" for a new one. So the empty value can be an option too. */
const PICK = "=";
const CREATE = "+";

/**
 * A list to choose from by typing: arrows move, Enter chooses, Escape closes. The popover is created on the first opening, because a
 * thread's header has four of these and renders with each conversation.
 */
export function Picker({ children, ...opened }: Props) {
  const { isOpen, onOpenChange } = opened;
  const target = useRef<HTMLSpanElement>(null);
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return (
    <>
      <span ref={target} className={classes.pickerTarget}>
        {children(() => onOpenChange(!isOpen))}
      </span>
      {wasOpened ? <FloatingList {...opened} target={target} /> : null}
    </>
  );
}

type FloatingProps = Omit<Props, "children"> & { target: RefObject<HTMLElement | null> };

function FloatingList({ target, isOpen, onOpenChange, onPick, multiple, ...list }: FloatingProps) {
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: onOpenChange });

  function submit(option: string) {
    if (option.startsWith(CREATE)) list.onCreate?.(option.slice(1));
    else onPick(option.slice(1));
    if (!multiple) onOpenChange(false);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={submit} width={280} position="bottom-end">
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <StandIn of={target} />
      </Combobox.Target>
      <Combobox.Dropdown>
        {isOpen ? (
          <PickerList
            {...list}
            onShown={(isTyped) => (isTyped ? combobox.selectFirstOption() : combobox.resetSelectedOption())}
          />
        ) : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Gives the library an anchor element that is rendered elsewhere. */
function StandIn({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => of.current, [of]);
  return null;
}

/** Mounted while the list is open (its frame stays mounted). Closing discards the typed text and returns the focus. */
function PickerList({
  label,
  options,
  chosen,
  onCreate,
  meaningOf,
  emptyText,
  footer,
  onShown,
}: ListProps & { onShown: (isTyped: boolean) => void }) {
  const t = useTranslations("inbox.pickers");
  const [search, setSearch] = useState("");
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useEarlyKeys(input, setSearch);

  const words = search.trim().toLowerCase();
  const meant = words === "" ? null : (meaningOf?.(words) ?? null);
  const found = options.filter((option) => option.label.toLowerCase().includes(words));
  const shown = meant ? [meant, ...found] : found;
  const canCreate =
    onCreate !== undefined && words !== "" && !options.some((option) => option.label.toLowerCase() === words);

  // Enter chooses the first match, even if the matches arrive after typing. Without typed text it chooses nothing, to prevent accidents.
  // Report before the paint, so that every visible option can be chosen.
  const reportShown = useEffectEvent(onShown);
  const first = words === "" ? "" : `${words} ${meant === null ? "" : CREATE}${shown[0]?.value ?? ""}`;
  useLayoutEffect(() => {
    reportShown(first !== "");
  }, [first]);

  return (
    <>
      <Combobox.Search
        ref={input}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        aria-label={label}
        placeholder={label}
      />
      <Combobox.Options className={classes.pickerList} aria-label={label}>
        {shown.map((option) => (
          <Combobox.Option
            key={option === meant ? "meant" : option.value}
            value={PICK + option.value}
            active={chosen.includes(option.value)}
          >
            <span className={classes.pickerOption}>
              {option.left}
              <span className={classes.pickerLabel}>{option.label}</span>
              {option.right}
              {chosen.includes(option.value) ? <IconCheck size={16} aria-label={t("chosen")} /> : null}
            </span>
          </Combobox.Option>
        ))}
        {canCreate ? (
          <Combobox.Option value={CREATE + search.trim()}>{t("add", { text: search.trim() })}</Combobox.Option>
        ) : null}
        {emptyText !== null && shown.length === 0 && !canCreate ? <Combobox.Empty>{emptyText}</Combobox.Empty> : null}
      </Combobox.Options>
      {footer ? <Combobox.Footer>{footer}</Combobox.Footer> : null}
    </>
  );
}
