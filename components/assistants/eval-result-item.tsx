"use client";

import { Accordion, Badge, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import { ROLE_NAMES, readHistory } from "./eval-history.ts";
import { expectationWords, expectsWords, foundWords, readExpects } from "./eval-expects.ts";
import type { EvalResult } from "./eval-queries.ts";
import { readChecks, readReply } from "./eval-reply.ts";
import type { EvalCheck, EvalReply } from "./eval-reply.ts";
import classes from "./evals.module.css";
import { PassageList, mostTelling } from "./passage-list.tsx";
import { durationWords, tokenWords } from "./effort-words.ts";

/** One question of a run: what was expected, what came, and what it was drawn from. */
export function EvalResultItem({ result, isOver }: { result: EvalResult; isOver: boolean }) {
  const { question, passed, previousPassed } = result;
  return (
    <Accordion.Item value={result.questionId}>
      <Accordion.Control>
        <Group gap="sm" wrap="nowrap">
          <Mark passed={passed} pending={isOver ? "Not asked" : "Not asked yet"} />
          <span className={classes.question} dir="auto">
            {question}
          </span>
          {passed !== null && previousPassed !== null && passed !== previousPassed ? (
            <Badge variant="light" color={passed ? "green" : "red"} size="sm" flex="none" ms="auto">
              {passed ? "Fixed" : "Broken"}
            </Badge>
          ) : null}
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <ResultBody result={result} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Mark({ passed, pending }: { passed: boolean | null; pending: string }) {
  if (passed === null) return <IconCircleDashed size={20} className={classes.open} role="img" aria-label={pending} />;
  return passed ? (
    <IconCircleCheck size={20} className={classes.good} role="img" aria-label="Passed" />
  ) : (
    <IconCircleX size={20} className={classes.bad} role="img" aria-label="Failed" />
  );
}

function ResultBody({ result }: { result: EvalResult }) {
  const checks = readChecks(result.checks);
  const reply = readReply(result.reply);
  const history = readHistory(result.history);
  return (
    <Stack gap="md">
      {history.length > 0 ? (
        <section aria-label="Said before">
          <p className={classes.label}>Said before</p>
          <ol className={classes.history}>
            {history.map(({ role, content }, place) => (
              <li key={place} dir="auto">
                {ROLE_NAMES[role]}: {content}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {reply ? <Answer reply={reply} /> : null}
      <section aria-label="Expected">
        <p className={classes.label}>A good answer</p>
        {checks.length > 0 ? (
          <ul className={classes.checks}>
            {checks.map((check, place) => (
              <Check key={place} check={check} />
            ))}
          </ul>
        ) : (
          <ul className={classes.expected}>
            {expectsWords(readExpects(result.expects)).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </section>
      {reply && reply.passages.length > 0 ? (
        <section aria-label="Passages">
          <p className={classes.label}>What it found</p>
          <PassageList passages={mostTelling(reply.passages)} />
        </section>
      ) : null}
      {result.durationMs === null ? null : (
        <Text size="xs" c="dimmed">
          {[durationWords(result.durationMs), tokenWords(result)].filter((words) => words !== null).join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

function Answer({ reply: { text, handover, end, tags } }: { reply: EvalReply }) {
  const did = [
    ...(handover === null ? [] : [`Handed over, because ${handover}.`]),
    ...(end ? ["Ended the conversation."] : []),
    ...(tags.length > 0 ? [`Set ${tags.map((tag) => `“${tag}”`).join(", ")}.`] : []),
  ];
  return (
    <section aria-label="Answer">
      <p className={classes.label}>The answer</p>
      {text ? (
        <p className={classes.said} dir="auto">
          {text}
        </p>
      ) : null}
      {did.length > 0 ? (
        <Text size="sm" mt={text ? "xs" : 0}>
          {did.join(" ")}
        </Text>
      ) : null}
    </section>
  );
}

function Check({ check: { kind, expected, passed, found } }: { check: EvalCheck }) {
  const instead = passed === true ? null : foundWords(kind, found);
  return (
    <li className={classes.check}>
      {passed === null ? (
        <IconHelpCircle size={16} className={classes.open} role="img" aria-label="Not judged" />
      ) : passed ? (
        <IconCircleCheck size={16} className={classes.good} role="img" aria-label="Holds" />
      ) : (
        <IconCircleX size={16} className={classes.bad} role="img" aria-label="Does not hold" />
      )}
      <span>
        {expectationWords(kind, expected)}
        {instead ? (
          <Text size="sm" c="dimmed">
            {instead}
          </Text>
        ) : null}
      </span>
    </li>
  );
}
