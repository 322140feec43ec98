import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { AnswerTrace } from "../assistants/read-trace.ts";

type Props = {
  /** null: already deleted. */
  trace: AnswerTrace | null;
  /** null: the provider does not report it. */
  promptTokens: number | null;
  completionTokens: number | null;
  durationMs: number;
};

/** The model that wrote an answer, its cost in tokens and time, and the tools it used. */
export function AnswerFacts({ trace, promptTokens, completionTokens, durationMs }: Props) {
  const t = useTranslations("thread.answer");
  const facts = [
    trace?.model ?? null,
    promptTokens === null || completionTokens === null
      ? null
      : t("tokens", { sent: promptTokens, written: completionTokens }),
    t("seconds", { seconds: Math.round(durationMs / 100) / 10 }),
  ];
  const tools = trace?.toolCalls ?? [];
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed" className="tabular">
        {facts.filter((fact) => fact !== null).join(" · ")}
      </Text>
      {tools.length > 0 ? (
        <>
          <Text size="xs" fw={600}>
            {t("tools")}
          </Text>
          {tools.map(({ name, outcome, isAllowed }, place) => (
            <Text key={place} size="xs" style={{ overflowWrap: "anywhere" }}>
              {isAllowed ? t("did", { name, outcome }) : t("refused", { name })}
            </Text>
          ))}
        </>
      ) : null}
    </Stack>
  );
}
