"use client";

import { Button, Group, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { patchChannel } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { ratingPatch, readRating } from "./routing.ts";
import type { Rating } from "./routing.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** The question a client is asked when a conversation ends. */
export function RatingPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.rating");
  const workspaceId = useWorkspaceId();
  const form = useForm<Rating>({ initialValues: readRating(channel.properties) });
  const save = useChannelChange((rating: Rating) =>
    patchChannel({ workspaceId, id: channel.id, properties: ratingPatch(rating) }),
  );
  const submit = (rating: Rating) =>
    save.mutate(rating, {
      onSuccess: () => {
        form.resetDirty();
        done(t("saved"));
      },
      onError: (error) => form.setErrors(fieldErrors(error, ["question", "scale", "thanks"])),
    });
  return (
    <Panel title={t("title")} description={t("description")}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
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
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
