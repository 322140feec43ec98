"use client";

import { Button, CloseButton, Menu } from "@mantine/core";
import { IconDeviceFloppy, IconFilter2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Fragment, memo, useState } from "react";
import {
  printQuery,
  withLastTerm,
  withoutTerm,
  withTerm,
  type ConvQuery,
  type QueryField,
  type Term,
} from "./conv-query.ts";
import { FilterChip } from "./filter-chip.tsx";
import { OFFERED_FIELDS, opsOf } from "./filter-fields.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { channelsQuery } from "../inbox/queries.ts";
import { SavedViewDialog } from "./saved-view-dialog.tsx";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";
import classes from "./filter-bar.module.css";

/** The service's limit. */
const GROUPS_MAX = 10;

/** The conditions of the list as chips. The search field shows the same conditions as text. */
export const FilterBar = memo(function FilterBar({ url }: { url: InboxPlace }) {
  const t = useTranslations("list");
  /** The condition being added: to the last group, or as an alternative group. */
  const [added, setAdded] = useState<(Term & { isOr: boolean }) | null>(null);
  const [isSaving, setSaving] = useState(false);
  const { terms, missing } = url;
  const show = (query: ConvQuery) => url.setParams({ q: printQuery(query) });
  const hasTerms = terms.groups.length > 0;

  return (
    <div
      className={classes.bar}
      role="group"
      aria-label={t("filter.title")}
      data-filled={
        hasTerms || added !== null || terms.unknown.length > 0 || url.channelId || url.tag ? true : undefined
      }
    >
      {terms.groups.map((group, groupIndex) => (
        <Fragment key={groupIndex}>
          {groupIndex > 0 ? <span className={classes.or}>{t("filter.or")}</span> : null}
          {group.map((term, index) => {
            const at = { group: groupIndex, index };
            return (
              <FilterChip
                key={`${index} ${term.field}`}
                term={term}
                isMissing={missing.some(({ field, value }) => field === term.field && term.values.includes(value))}
                onChange={(next) => show(next ? withTerm(terms, next, at) : withoutTerm(terms, at))}
              />
            );
          })}
        </Fragment>
      ))}
      <LinkedChips url={url} />
      {added?.isOr ? <span className={classes.or}>{t("filter.or")}</span> : null}
      {added ? (
        <FilterChip
          key={`new ${added.field}`}
          term={added}
          isNew
          isMissing={false}
          onChange={(next) => {
            setAdded(null);
            if (next) show(withLastTerm(terms, next, added.isOr));
          }}
        />
      ) : null}
      {terms.unknown.map((word) => (
        <span key={word} className={classes.chip} data-wrong>
          {t("filter.unknown", { word })}
          <CloseButton
            size="xs"
            aria-label={t("filter.removeWord", { word })}
            onClick={() => show({ ...terms, unknown: terms.unknown.filter((other) => other !== word) })}
          />
        </span>
      ))}
      <AddFilter label={t("filter.add")} onAdd={(field) => setAdded({ ...begunTerm(field), isOr: false })} />
      {hasTerms && !added && terms.groups.length < GROUPS_MAX ? (
        <AddFilter label={t("filter.addOr")} onAdd={(field) => setAdded({ ...begunTerm(field), isOr: true })} />
      ) : null}
      {hasTerms ? (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          onClick={() => setSaving(true)}
        >
          {t("saved.save")}
        </Button>
      ) : null}
      {isSaving ? (
        <SavedViewDialog view={{ query: url.search, sort: url.sort }} onClose={() => setSaving(false)} />
      ) : null}
    </div>
  );
});

const begunTerm = (field: QueryField): Term => ({ field, op: opsOf(field)[0] ?? "is", values: [] });

/** Chips for a channel or tag from a link. */
function LinkedChips({ url }: { url: InboxPlace }) {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const channels = useQuery({ ...channelsQuery(workspaceId), enabled: url.channelId !== null }).data;
  const channel = channels?.find(({ id }) => id === url.channelId)?.name ?? "…";
  const chips = [
    ...(url.channelId
      ? [{ param: "channel" as const, name: `${t("filter.field.channel")} ${t("filter.op.is")} ${channel}` }]
      : []),
    ...(url.tag ? [{ param: "tag" as const, name: `${t("filter.field.tag")} ${t("filter.op.is")} ${url.tag}` }] : []),
  ];
  return chips.map(({ param, name }) => (
    <span key={param} className={classes.chip}>
      {name}
      <CloseButton
        size="xs"
        aria-label={t("filter.removeWord", { word: name })}
        onClick={() => url.setParams({ [param]: null })}
      />
    </span>
  ));
}

function AddFilter({ label, onAdd }: { label: string; onAdd: (field: QueryField) => void }) {
  const t = useTranslations("list");
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconFilter2 size={16} stroke={1.5} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.fields}>
        {OFFERED_FIELDS.map((field) => (
          <Menu.Item key={field} onClick={() => onAdd(field)}>
            {t(`filter.field.${field}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
