"use client";

import { Button, Menu } from "@mantine/core";
import { IconColumns } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { COLUMNS, toggled, type Column } from "./contact-columns.ts";

type Props = { columns: readonly Column[]; onChange: (columns: Column[]) => void };

/** Chooses the table's columns. The choice is a preference of the person. */
export function ColumnMenu({ columns, onChange }: Props) {
  const t = useTranslations("contacts");
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconColumns size={14} aria-hidden />}
          ms="auto"
        >
          {t("chooseColumns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {COLUMNS.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={columns.includes(column)}
            onChange={() => onChange(toggled(columns, column))}
          >
            {t(`columns.${column}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
