"use client";

import { Button, Pill, Popover, SegmentedControl, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { IconFilter } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LAST_BROADCASTS, NO_FILTER, NO_STAGE, isFiltered } from "./contact-filter.ts";
import classes from "./contacts.module.css";
import type { Segment } from "./segment-documents.ts";
import { filterChips } from "./filter-chips.ts";
import { SearchField } from "./search-field.tsx";
import { SegmentDialog } from "./segment-dialog.tsx";
import { SegmentsMenu } from "./segments-menu.tsx";
import type { ContactWords } from "./use-contacts.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";
import { useSegments } from "./use-segments.ts";

type Props = { url: ContactsUrl; words: ContactWords; mayEdit: boolean };

/** The segment, the search, the filters, and a removable chip for each filter. The filters can be saved as a segment. */
export function FilterBar({ url, words, mayEdit }: Props) {
  const t = useTranslations("contacts");
  const [isOpen, setOpen] = useState(false);
  /** The segment to rename, or "new". */
  const [naming, setNaming] = useState<Segment | "new" | null>(null);
  const { filter, setFilter } = url;
  const segments = useSegments(url);
  const { editing } = segments;
  // The board's columns are the stages, so it ignores the stage filter.
  const chips = filterChips(url.shape === "board" ? { ...filter, stageId: null } : filter, words);
  return (
    <div className={classes.filters} role="search" aria-label={t("filters.label")}>
      <SegmentsMenu url={url} segments={segments} mayEdit={mayEdit} onRename={setNaming} />
      <SearchField search={filter.search} onSearch={(search) => setFilter({ search })} />
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width="min(540px, 92vw)"
        trapFocus
        shadow="md"
      >
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
        <Popover.Dropdown className={classes.filterForm}>
          <FilterForm url={url} words={words} />
        </Popover.Dropdown>
      </Popover>
      {chips.map(({ key, values, without }) => (
        <Pill
          key={`${key} ${values.value ?? ""}`}
          size="md"
          className={classes.chip}
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
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => url.go({ filter: { ...NO_FILTER, segmentId: filter.segmentId } })}
        >
          {t("filters.clear")}
        </Button>
      ) : null}
      {editing && mayEdit ? (
        <>
          <Button
            size="compact-sm"
            disabled={!isFiltered(filter)}
            onClick={() =>
              void segments.setConditions(editing, filter).then((isDone) => isDone && url.setSegment(editing.id))
            }
          >
            {t("segments.saveTo", { name: editing.name })}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => url.setSegment(editing.id)}>
            {t("cancel")}
          </Button>
        </>
      ) : mayEdit && filter.segmentId === null && isFiltered(filter) ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setNaming("new")}>
          {t("segments.save")}
        </Button>
      ) : null}
      {naming === null ? null : naming === "new" ? (
        <SegmentDialog
          title={t("segments.save")}
          name=""
          onSave={async (name) => url.setSegment(await segments.create(name, filter))}
          onClose={() => setNaming(null)}
        />
      ) : (
        <SegmentDialog
          title={t("segments.rename")}
          name={naming.name}
          onSave={(name) => segments.rename(naming, name)}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  );
}

/** The choices of a span, in days. */
const SPANS = [7, 30, 90, 365];

function FilterForm({ url, words }: Omit<Props, "mayEdit">) {
  const t = useTranslations("contacts");
  const { filter, setFilter } = url;
  const inside = { comboboxProps: { withinPortal: false }, clearable: true, searchable: true } as const;
  const span = (kind: "wrote" | "silent", days: number) => ({
    value: `${kind} ${days}`,
    label: t(`filters.${kind}`, { days }),
  });
  return (
    <div className={classes.filterFields}>
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
      <TagsInput
        label={t("filters.noneTags")}
        data={words.tags}
        value={filter.noneTags}
        onChange={(noneTags) => setFilter({ noneTags })}
        comboboxProps={{ withinPortal: false }}
      />
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
      <Select
        {...inside}
        label={t("filters.activity")}
        data={[
          { group: t("filters.wroteGroup"), items: spansOf(filter.wroteWithin).map((days) => span("wrote", days)) },
          { group: t("filters.silentGroup"), items: spansOf(filter.silentFor).map((days) => span("silent", days)) },
        ]}
        value={
          filter.wroteWithin ? `wrote ${filter.wroteWithin}` : filter.silentFor ? `silent ${filter.silentFor}` : null
        }
        onChange={(value) => {
          const [kind, days] = value?.split(" ") ?? [];
          setFilter({
            wroteWithin: kind === "wrote" ? Number(days) : null,
            silentFor: kind === "silent" ? Number(days) : null,
          });
        }}
      />
      <Select
        {...inside}
        label={t("filters.broadcast")}
        data={LAST_BROADCASTS.map((what) => ({ value: what, label: t(`filters.broadcasts.${what}`) }))}
        value={filter.lastBroadcast}
        onChange={(value) => setFilter({ lastBroadcast: LAST_BROADCASTS.find((known) => known === value) ?? null })}
      />
      <Select
        {...inside}
        label={t("filters.optOut")}
        data={[
          { value: "no", label: t("filters.mayReceive") },
          { value: "yes", label: t("filters.optedOut") },
        ]}
        value={filter.isOptedOut === null ? null : filter.isOptedOut ? "yes" : "no"}
        onChange={(value) => setFilter({ isOptedOut: value === null ? null : value === "yes" })}
      />
      <Switch
        label={t("filters.archived")}
        checked={filter.isArchived}
        onChange={(event) => setFilter({ isArchived: event.currentTarget.checked })}
      />
    </div>
  );
}

/** With the chosen span, which may come from the address. */
function spansOf(chosen: number | null): number[] {
  return chosen === null || SPANS.includes(chosen) ? SPANS : [...SPANS, chosen];
}
