"use client";

import { ScrollArea, Table, Text } from "@mantine/core";
import { useTranslations } from "next-intl";

/** The file of refused rows contains the rest. */
const SHOWN = 100;

type Props = { errors: readonly { row: number; message: string }[]; total: number };

/** The errors by row, numbered as a spreadsheet numbers them. */
export function RowErrors({ errors, total }: Props) {
  const t = useTranslations("contacts");
  if (errors.length === 0) return null;
  const shown = errors.slice(0, SHOWN);
  return (
    <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0, "aria-label": t("importing.errors") }}>
      <Table aria-label={t("importing.errors")}>
        <Table.Tbody>
          {shown.map(({ row, message }) => (
            <Table.Tr key={row}>
              <Table.Th scope="row" w={96}>
                {t("importing.row", { row })}
              </Table.Th>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > shown.length ? (
        <Text size="xs" c="dimmed" p="xs">
          {t("importing.moreErrors", { count: total - shown.length })}
        </Text>
      ) : null}
    </ScrollArea.Autosize>
  );
}
