"use client";

import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { SaveForm } from "../ui/save-form.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import type { Channel } from "./queries.ts";
import { ratingPatch, readRating } from "./routing.ts";
import { useChannelForm } from "./use-channel-form.ts";

/** The rating question that a contact receives when a conversation ends. */
export function RatingPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.rating");
  const { form, saving } = useChannelForm(channel, readRating, ratingPatch, () => done(t("saved")));
  return (
    <Panel title={t("title")} description={t("description")}>
      <SaveForm submit={t("save")} {...saving}>
        <Switch label={t("enabled")} {...form.getInputProps("enabled", { type: "checkbox" })} />
        {form.values.enabled ? (
          <>
            <TextInput label={t("question")} placeholder={t("questionExample")} {...form.getInputProps("question")} />
            <NumberInput
              label={t("scale")}
              description={t("scaleHint")}
              min={2}
              max={10}
              w={120}
              {...form.getInputProps("scale")}
            />
            <TextInput label={t("thanks")} placeholder={t("thanksExample")} {...form.getInputProps("thanks")} />
          </>
        ) : null}
      </SaveForm>
    </Panel>
  );
}
