"use client";

import { CloseButton, TextInput, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { RefObject } from "react";
import { ListFilters, SortMenu } from "./list-filters.tsx";
import { VIEW_LABEL } from "./use-inbox-url.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import { ViewsMenu } from "./views-nav.tsx";
import classes from "./conv-list.module.css";
import layout from "./inbox.module.css";

const TYPING_MS = 150;

/** Name of the view, sort, filters and search. */
export function ListHeader({ url, searchRef }: { url: InboxUrl; searchRef: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={classes.header}>
      <div className={classes.headerLine}>
        <Title order={2} className={`${classes.title} ${layout.wideOnly}`}>
          {VIEW_LABEL[url.view]}
        </Title>
        <div className={`${classes.title} ${layout.narrowOnly}`}>
          <ViewsMenu url={url} />
        </div>
        {url.view === "ended" ? null : <SortMenu url={url} />}
        <ListFilters url={url} />
      </div>
      <SearchBox key={url.view} url={url} searchRef={searchRef} />
    </div>
  );
}

function SearchBox({ url, searchRef }: { url: InboxUrl; searchRef: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(url.search);
  const { search } = url;
  const follow = useEffectEvent(() => {
    if (text.trim() !== search) url.setParams({ q: text.trim() });
  });
  // What is typed leads, and the address follows it …
  useEffect(() => {
    const timer = window.setTimeout(follow, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  // … but a link or a "clear" elsewhere leads while nobody types here.
  useEffect(() => {
    if (document.activeElement !== searchRef.current) setText(search);
  }, [search, searchRef]);

  return (
    <TextInput
      ref={searchRef}
      type="search"
      size="sm"
      aria-label="Search by name or phone"
      placeholder="Name or phone"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => setText("")} /> : null}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        if (text) setText("");
        else event.currentTarget.blur();
      }}
    />
  );
}
