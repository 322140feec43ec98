"use client";

import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useEffect, useEffectEvent, useState, type KeyboardEvent, type RefObject } from "react";
import { focusResult, SEARCH_RESULTS_ID } from "./search-focus.ts";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";

const TYPING_MS = 120;

/** The search field for conditions and words. The arrow keys move to the results. */
export const SearchBox = memo(function SearchBox({
  url,
  searchRef,
}: {
  url: InboxPlace;
  searchRef: RefObject<HTMLInputElement | null>;
}) {
  const t = useTranslations("list");
  const [text, setText] = useState(url.search);
  const { search } = url;
  const follow = useEffectEvent(() => {
    if (text.trim() !== search) url.setParams({ q: text.trim() });
  });
  // While the user types, the address follows the field …
  useEffect(() => {
    const timer = window.setTimeout(follow, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  // … otherwise the field follows the address, as after a link, a chip or a "clear" elsewhere.
  useEffect(() => {
    if (document.activeElement !== searchRef.current) setText(search);
  }, [search, searchRef]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "Enter") {
      // The results may still be those for a shorter text.
      if (event.key === "Enter" && text.trim() !== search) return;
      if (focusResult(0, event.key === "Enter")) event.preventDefault();
    } else if (event.key === "Escape") {
      // Otherwise the key would also close what is open next to the list.
      event.preventDefault();
      event.stopPropagation();
      if (text) setText("");
      else event.currentTarget.blur();
    }
  }

  return (
    <TextInput
      ref={searchRef}
      type="search"
      size="sm"
      aria-label={t("search.label")}
      {...(url.terms.words.length > 0 ? { "aria-controls": SEARCH_RESULTS_ID } : {})}
      placeholder={t("search.placeholder")}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label={t("search.clear")} onClick={() => setText("")} /> : null}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
});
