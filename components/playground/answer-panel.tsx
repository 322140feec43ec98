"use client";

import { Badge, Code, Collapse, SegmentedControl, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight, IconListSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { OUTCOMES } from "../assistants/answer-words.ts";
import { durationWords, tokenWords } from "../assistants/effort-words.ts";
import { FIELD_NAMES } from "../assistants/client-fields.ts";
import { PassageList } from "../assistants/passage-list.tsx";
import { readTrace } from "../assistants/read-trace.ts";
import type { AnswerTrace } from "../assistants/read-trace.ts";
import { CopyIcon } from "../ui/copy.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { chatName } from "./chat-name.ts";
import classes from "./playground.module.css";
import type { Answer, Chat, TriedAssistant } from "./queries.ts";

type Props = {
  /** All that stand side by side. */
  chats: Chat[];
  ais: TriedAssistant[];
  /** The one that is looked at, and which of its answers; null: there is none yet. */
  chat: Chat | null;
  answer: Answer | null;
  onLook: (convId: string) => void;
};

/** What made an answer: passages, prompt, tool calls, tokens and time, and why it handed over. */
export function AnswerPanel({ chats, ais, chat, answer, onLook }: Props) {
  return (
    <>
      {chat && chats.length > 1 ? (
        <SegmentedControl
          aria-label="Which assistant"
          className={classes.sides}
          data={chats.map((each) => ({ value: each.convId, label: chatName(each, ais) }))}
          value={chat.convId}
          onChange={onLook}
        />
      ) : null}
      {chat && answer ? (
        <Made chat={chat} answer={answer} />
      ) : (
        <EmptyFace
          icon={<IconListSearch size={24} aria-hidden />}
          title={chat?.messages.length ? "No answer yet" : "What the assistant does shows here"}
          message="Passages it found, what the model was given, what it wanted to do, how long it took."
        />
      )}
    </>
  );
}

function Made({ chat, answer }: { chat: Chat; answer: Answer }) {
  const trace = readTrace(answer.trace);
  const { label, color } = OUTCOMES[answer.outcome];
  const tokens = tokenWords(answer);
  return (
    <div className={classes.panel}>
      <section className={classes.part} aria-label="Outcome">
        <div className={classes.outcome}>
          <Badge color={color} variant="light">
            {label}
          </Badge>
          {answer.isUnanswered ? (
            <Badge color="yellow" variant="light">
              Nothing it knows fits
            </Badge>
          ) : null}
        </div>
        {answer.reason ? <Text size="sm">Because {answer.reason}.</Text> : null}
        <dl className={classes.facts}>
          <Fact name="Time">{durationWords(answer.durationMs)}</Fact>
          <Fact name="Tries">{answer.attempts}</Fact>
          {trace?.model ? <Fact name="Model">{trace.model}</Fact> : null}
          {tokens ? <Fact name="Spent">{tokens}</Fact> : null}
        </dl>
      </section>
      {trace ? (
        <Parts trace={trace} />
      ) : (
        <Text size="sm" c="dimmed" className={classes.part}>
          What it did in detail is kept for 30 days.
        </Text>
      )}
      <Known chat={chat} />
    </div>
  );
}

function Parts({ trace }: { trace: AnswerTrace }) {
  return (
    <>
      <section className={classes.part} aria-label="Passages">
        <h2 className={classes.partTitle}>Passages</h2>
        <PassageList passages={trace.passages} />
      </section>
      {trace.toolCalls.length > 0 ? (
        <section className={classes.part} aria-label="What it wanted to do">
          <h2 className={classes.partTitle}>What it wanted to do</h2>
          {trace.toolCalls.map((call, place) => (
            <div key={place} className={classes.call}>
              <Code>{call.name}</Code>
              <Badge size="sm" variant="light" color={call.isAllowed ? "green" : "red"}>
                {call.isAllowed ? "Allowed" : "Not allowed"}
              </Badge>
              <Text size="sm">{call.outcome}</Text>
              <pre className={classes.json} tabIndex={0} aria-label={`Input of ${call.name}`}>
                {JSON.stringify(call.input, null, 2)}
              </pre>
            </div>
          ))}
        </section>
      ) : null}
      {trace.prompt.length > 0 ? (
        <Folded
          title="What it was given"
          copy={trace.prompt.map(({ role, content }) => `${role}:\n${content}`).join("\n\n")}
        >
          {trace.prompt.map(({ role, content }, place) => (
            <div key={place} className={classes.said}>
              <span className={classes.role}>{role}</span>
              <pre className={classes.json} tabIndex={0} aria-label={`Prompt, ${role}`}>
                {content}
              </pre>
            </div>
          ))}
        </Folded>
      ) : null}
      {trace.raw === null ? null : (
        <Folded title="Its reply, word for word" copy={trace.raw}>
          <pre className={classes.json} tabIndex={0} aria-label="Reply">
            {trace.raw}
          </pre>
        </Folded>
      )}
    </>
  );
}

/** What it gathered and tagged so far; the test number's own, never a contact's. */
function Known({ chat }: { chat: Chat }) {
  const fields = typeof chat.clientFields === "object" ? Object.entries(chat.clientFields ?? {}) : [];
  const given = fields.flatMap(([name, value]) =>
    typeof value === "string" && value !== chat.phone ? [{ name: FIELD_NAMES[name] ?? name, value }] : [],
  );
  if (given.length === 0 && chat.tags.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Gathered">
      <h2 className={classes.partTitle}>Gathered</h2>
      <dl className={classes.facts}>
        {given.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {chat.tags.length > 0 ? <Fact name="Tags">{chat.tags.join(", ")}</Fact> : null}
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
