"use client";

import { Button, Group, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
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
  const workspaceId = useWorkspaceId();
  const form = useForm<Rating>({ initialValues: readRating(channel.properties) });
  const save = useChannelChange((rating: Rating) =>
    patchChannel({ workspaceId, id: channel.id, properties: ratingPatch(rating) }),
  );
  const submit = (rating: Rating) =>
    save.mutate(rating, {
      onSuccess: () => {
        form.resetDirty();
        done("The rating is saved");
      },
      onError: (error) => form.setErrors(fieldErrors(error, ["question", "scale", "thanks"])),
    });
  return (
    <Panel title="Rating" description="Asked when a conversation ends; the answer is kept with it.">
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <Switch label="Ask for a rating" {...form.getInputProps("enabled", { type: "checkbox" })} />
          {form.values.enabled ? (
            <>
              <TextInput label="Question" placeholder="How did we do?" {...form.getInputProps("question")} />
              <NumberInput
                label="Best mark"
                description="The worst is 1"
                min={2}
                max={10}
                w={120}
                {...form.getInputProps("scale")}
              />
              <TextInput label="Thanks" placeholder="Thank you!" {...form.getInputProps("thanks")} />
            </>
          ) : null}
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save rating
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
