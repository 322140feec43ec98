"use client";

import { Button, Group, Table } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Panel } from "../ui/panel.tsx";
import { stringify } from "csv-stringify/browser/esm/sync";

export type Column<Row> = {
  name: string;
  /** The value in the file. */
  value: (row: Row) => string | number | null;
  /** The cell's content in the table, if different from the value. */
  show?: (row: Row) => ReactNode;
  isNumber?: boolean;
};

type Props<Row> = {
  title: string;
  description?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The text for an empty table. */
  empty: string;
  /** The file's name. */
  file: string;
  /** Content next to the download button. */
  actions?: ReactNode;
};

/** A table of figures, with a download of the same data. */
export function ReportTable<Row>({ title, description, columns, rows, keyOf, empty, file, actions }: Props<Row>) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const cell = (value: string | number | null) => (typeof value === "number" ? format.number(value) : (value ?? "–"));
  function download() {
    const cells = rows.map((row) => columns.map(({ value }) => value(row)));
    downloadCsv(
      file,
      csvOf(
        columns.map(({ name }) => name),
        cells,
      ),
    );
  }
  return (
    <Panel
      title={title}
      {...(description ? { description } : {})}
      flush
      actions={
        <Group gap="xs">
          {actions}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            disabled={rows.length === 0}
            onClick={download}
            aria-label={t("download", { title })}
          >
            CSV
          </Button>
        </Group>
      }
    >
      <Table.ScrollContainer minWidth={Math.min(900, columns.length * 110)}>
        <Table horizontalSpacing="lg" verticalSpacing="xs" aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, isNumber }) => (
                <Table.Th key={name} ta={isNumber ? "end" : "start"}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ name, value, show, isNumber }) => (
                  <Table.Td key={name} ta={isNumber ? "end" : "start"} className={isNumber ? "tabular" : undefined}>
                    {show ? show(row) : cell(value(row))}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            {rows.length === 0 ? (
              <Table.Tr>
                <Table.Td colSpan={columns.length} c="dimmed">
                  {empty}
                </Table.Td>
              </Table.Tr>
            ) : null}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** A cell that a spreadsheet would run as a formula. The server's files follow the same rule (server/clients/csv-cells.ts). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A table as CSV, in UTF-8 with a byte order mark, so that spreadsheets read it correctly. Texts that start like a formula get a
 * ' in front.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const harmless = (cell: string | number | null) =>
    typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell;
  return stringify([header.map(harmless), ...rows.map((row) => row.map(harmless))], { bom: true });
}

/** Downloads the CSV as a file. */
function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
