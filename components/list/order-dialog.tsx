"use client";

import { Button, Modal, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import classes from "./bulk.module.css";

/** Sets the conversation's order number by keyboard. The details have the same field. */
export function OrderDialog({ row, onClose }: { row: ConvRow; onClose: () => void }) {
  const t = useTranslations("bulk.header");
  const actions = useConvActions();
  const [text, setText] = useState(row.orderNo ?? "");

  function save() {
    const orderNo = text.trim() || null;
    onClose();
    if (orderNo !== row.orderNo) void actions.setOrderNo(row, orderNo);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={t("orderNoOf", { name: row.clientName })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form
        className={classes.words}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          data-autofocus
          label={t("orderNo")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{t("save")}</Button>
      </form>
    </Modal>
  );
}
