"use client";

import { Button, Pill, Popover, SegmentedControl, Select, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { IconFilter } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NO_FILTER, NO_STAGE, isFiltered } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import { filterChips } from "./filter-chips.ts";
import { SearchField } from "./search-field.tsx";
import type { ContactWords } from "./use-contacts.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";

type Props = { url: ContactsUrl; words: ContactWords };

/** The search, the filters, and a removable chip for each filter. */
export function FilterBar({ url, words }: Props) {
  const t = useTranslations("contacts");
  const [isOpen, setOpen] = useState(false);
  const { filter, setFilter } = url;
  // The board's columns are the stages, so it ignores the stage filter.
  const chips = filterChips(url.shape === "board" ? { ...filter, stageId: null } : filter, words);
  return (
    <div className={classes.filters} role="search" aria-label={t("filters.label")}>
      <SearchField search={filter.search} onSearch={(search) => setFilter({ search })} />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
          >
            {t("filters.open")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterForm url={url} words={words} />
        </Popover.Dropdown>
      </Popover>
      {chips.map(({ key, values, without }) => (
        <Pill
          key={`${key} ${values.value ?? ""}`}
          size="md"
          withRemoveButton
          onRemove={() => setFilter(without)}
          // Mantine hides this button from keyboards and screen readers, because its own pills are removed with Backspace.
          removeButtonProps={{
            "aria-hidden": false,
            "aria-label": t("filters.remove", { filter: t(`chips.${key}`, values) }),
            tabIndex: 0,
          }}
        >
          {t(`chips.${key}`, values)}
        </Pill>
      ))}
      {isFiltered(filter) ? (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => url.go({ filter: NO_FILTER })}>
          {t("filters.clear")}
        </Button>
      ) : null}
    </div>
  );
}

function FilterForm({ url, words }: Props) {
  const t = useTranslations("contacts");
  const { filter, setFilter } = url;
  const inside = { comboboxProps: { withinPortal: false }, clearable: true, searchable: true } as const;
  return (
    <Stack gap="sm">
      <TagsInput
        label={t("columns.tags")}
        data={words.tags}
        value={filter.tags}
        onChange={(tags) => setFilter({ tags })}
        comboboxProps={{ withinPortal: false }}
      />
      {filter.tags.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label={t("filters.tagMode")}
          value={filter.tagMode}
          onChange={(tagMode) => setFilter({ tagMode: tagMode === "any" ? "any" : "all" })}
          data={[
            { value: "all", label: t("filters.allTags") },
            { value: "any", label: t("filters.anyTag") },
          ]}
        />
      ) : null}
      {url.shape === "table" ? (
        <Select
          {...inside}
          label={t("columns.stage")}
          data={[
            ...words.stages.map(({ id, tag }) => ({ value: id, label: tag })),
            { value: NO_STAGE, label: t("noStage") },
          ]}
          value={filter.stageId}
          onChange={(stageId) => setFilter({ stageId })}
        />
      ) : null}
      <Select
        {...inside}
        label={t("filters.channel")}
        data={words.channels.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.integrationId}
        onChange={(integrationId) => setFilter({ integrationId })}
      />
      <Select
        {...inside}
        label={t("columns.defaultAgent")}
        data={words.agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.defaultAgentId}
        onChange={(defaultAgentId) => setFilter({ defaultAgentId })}
      />
      <TextInput
        key={filter.country}
        label={t("columns.country")}
        placeholder="PL"
        defaultValue={filter.country ?? ""}
        onBlur={(event) => setFilter({ country: event.currentTarget.value.trim() || null })}
        onKeyDown={(event) => {
          if (event.key === "Enter") setFilter({ country: event.currentTarget.value.trim() || null });
        }}
      />
      <DatePickerInput
        type="range"
        label={t("columns.created")}
        allowSingleDateInRange
        clearable
        popoverProps={{ withinPortal: false }}
        value={[filter.createdFrom, filter.createdTo]}
        onChange={([createdFrom, createdTo]) => {
          // With only the first of the two days there is no range yet.
          if ((createdFrom === null) === (createdTo === null)) setFilter({ createdFrom, createdTo });
        }}
      />
      <Switch
        label={t("filters.archived")}
        checked={filter.isArchived}
        onChange={(event) => setFilter({ isArchived: event.currentTarget.checked })}
      />
      <Switch
        label={t("filters.optedOut")}
        checked={filter.isOptedOut}
        onChange={(event) => setFilter({ isOptedOut: event.currentTarget.checked })}
      />
    </Stack>
  );
}
