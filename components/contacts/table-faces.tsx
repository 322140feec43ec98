"use client";

import { Skeleton, Stack } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EmptyFace } from "../ui/empty-face.tsx";

/** Nobody to show: because nobody is there, or because nobody matches. */
export function NoContacts({ isFiltered: isNarrow }: { isFiltered: boolean }) {
  const t = useTranslations("contacts");
  return (
    <EmptyFace
      icon={<IconAddressBook size={24} aria-hidden />}
      title={isNarrow ? t("empty.filteredTitle") : t("empty.title")}
      message={isNarrow ? t("empty.filtered") : t("empty.message")}
    />
  );
}

/** The table before it is there. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <Stack gap="sm" p="lg" role="status" aria-busy aria-label={label}>
      {Array.from({ length: 10 }, (_, row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
