"use client";

import { Badge, Code, Collapse, SegmentedControl, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OUTCOME_COLORS } from "../assistants/answer-words.ts";
import { durationWords, tokenWords } from "../assistants/effort-words.ts";
import { fieldName } from "../assistants/client-fields.ts";
import { PassageList } from "../assistants/passage-list.tsx";
import { readTrace, type AnswerTrace } from "../assistants/read-trace.ts";
import { CopyIcon } from "../ui/copy.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { chatName } from "./chat-name.ts";
import classes from "./playground.module.css";
import type { Answer, Chat, TriedAssistant } from "./queries.ts";

type Props = {
  /** All chats, side by side. */
  chats: Chat[];
  ais: TriedAssistant[];
  /** The selected chat. `answer` is its selected answer, null if there is none yet. */
  chat: Chat | null;
  answer: Answer | null;
  onLook: (convId: string) => void;
};

/** How an answer came about: passages, prompt, tool calls, tokens, time, and the reason of a handover. */
export function AnswerPanel({ chats, ais, chat, answer, onLook }: Props) {
  const t = useTranslations("playground.answer");
  const words = useTranslations("playground");
  return (
    <>
      {chat && chats.length > 1 ? (
        <SegmentedControl
          aria-label={t("which")}
          className={classes.sides}
          data={chats.map((each) => ({ value: each.convId, label: chatName(words, each, ais) }))}
          value={chat.convId}
          onChange={onLook}
        />
      ) : null}
      {chat && answer ? (
        <Made chat={chat} answer={answer} />
      ) : (
        <EmptyFace picture="list" title={t(chat?.messages.length ? "none" : "empty")} message={t("emptyHint")} />
      )}
    </>
  );
}

function Made({ chat, answer }: { chat: Chat; answer: Answer }) {
  const t = useTranslations("playground.answer");
  const words = useTranslations("assistants");
  const format = useFormatter();
  const trace = readTrace(answer.trace);
  const tokens = tokenWords(answer, words);
  return (
    <div className={classes.panel}>
      <section className={classes.part} aria-label={t("outcome")}>
        <div className={classes.outcome}>
          <Badge color={OUTCOME_COLORS[answer.outcome]} variant="light">
            {words(`outcomes.${answer.outcome}`)}
          </Badge>
          {answer.isUnanswered ? (
            <Badge color="yellow" variant="light">
              {t("unanswered")}
            </Badge>
          ) : null}
        </div>
        {answer.reason ? <Text size="sm">{t("because", { reason: answer.reason })}</Text> : null}
        <dl className={classes.facts}>
          <Fact name={t("time")}>{durationWords(answer.durationMs, format)}</Fact>
          <Fact name={t("tries")}>{answer.attempts}</Fact>
          {trace?.model ? <Fact name={t("model")}>{trace.model}</Fact> : null}
          {tokens ? <Fact name={t("spent")}>{tokens}</Fact> : null}
        </dl>
      </section>
      {trace ? (
        <Parts trace={trace} />
      ) : (
        <Text size="sm" c="dimmed" className={classes.part}>
          {t("detail")}
        </Text>
      )}
      <Known chat={chat} />
    </div>
  );
}

function Parts({ trace }: { trace: AnswerTrace }) {
  const t = useTranslations("playground.answer");
  return (
    <>
      <section className={classes.part} aria-label={t("passages")}>
        <h2 className={classes.partTitle}>{t("passages")}</h2>
        <PassageList passages={trace.passages} />
      </section>
      {trace.toolCalls.length > 0 ? (
        <section className={classes.part} aria-label={t("calls")}>
          <h2 className={classes.partTitle}>{t("calls")}</h2>
          {trace.toolCalls.map((call, place) => (
            <div key={place} className={classes.call}>
              <Code>{call.name}</Code>
              <Badge size="sm" variant="light" color={call.isAllowed ? "green" : "red"}>
                {t(call.isAllowed ? "allowed" : "notAllowed")}
              </Badge>
              <Text size="sm">{call.outcome}</Text>
              <pre className={classes.json} tabIndex={0} aria-label={t("inputOf", { name: call.name })}>
                {JSON.stringify(call.input, null, 2)}
              </pre>
            </div>
          ))}
        </section>
      ) : null}
      {trace.prompt.length > 0 ? (
        <Folded title={t("given")} copy={trace.prompt.map(({ role, content }) => `${role}:\n${content}`).join("\n\n")}>
          {trace.prompt.map(({ role, content }, place) => (
            <div key={place} className={classes.said}>
              <span className={classes.role}>{role}</span>
              <pre className={classes.json} tabIndex={0} aria-label={t("prompt", { role })}>
                {content}
              </pre>
            </div>
          ))}
        </Folded>
      ) : null}
      {trace.raw === null ? null : (
        <Folded title={t("verbatim")} copy={trace.raw}>
          <pre className={classes.json} tabIndex={0} aria-label={t("reply")}>
            {trace.raw}
          </pre>
        </Folded>
      )}
    </>
  );
}

/** The fields and tags collected so far. They belong to the test number, never to a contact. */
function Known({ chat }: { chat: Chat }) {
  const t = useTranslations("playground.answer");
  const words = useTranslations("assistants");
  const fields = typeof chat.clientFields === "object" ? Object.entries(chat.clientFields ?? {}) : [];
  const given = fields.flatMap(([name, value]) =>
    typeof value === "string" && value !== chat.phone ? [{ name: fieldName(name, words), value }] : [],
  );
  if (given.length === 0 && chat.tags.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t("gathered")}>
      <h2 className={classes.partTitle}>{t("gathered")}</h2>
      <dl className={classes.facts}>
        {given.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {chat.tags.length > 0 ? <Fact name={t("tags")}>{chat.tags.join(", ")}</Fact> : null}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Folded({ title, copy, children }: { title: string; copy: string; children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.fold}>
        <UnstyledButton className={classes.foldTitle} aria-expanded={isOpen} onClick={toggle}>
          <IconChevronRight size={16} aria-hidden data-open={isOpen || undefined} />
          {title}
        </UnstyledButton>
        <CopyIcon text={copy} what={title.toLowerCase()} />
      </div>
      <Collapse expanded={isOpen}>{isOpen ? children : null}</Collapse>
    </section>
  );
}
