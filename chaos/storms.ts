import type { Storm } from "./run.ts";

const CALM = { faults: {} };
const FAITHFUL = { faults: {}, honoursKey: true, statusShare: 0 };
const QUIET_LOAD = {
  messages: 0,
  convs: 0,
  keylessPerThousand: 0,
  incoming: 0,
  repeated: 0,
  albums: 0,
  broadcasts: [],
  callers: 16,
  pauseMs: 0,
};
/** A provider and a receiver as unreliable as real ones on a bad day. */
const BAD_DAY = {
  provider: {
    answerMs: 30,
    honoursKey: false,
    statusShare: 0.5,
    faults: {
      slow: 0.01,
      garbage: 0.005,
      resetAfter: 0.01,
      resetBefore: 0.01,
      serverError: 0.02,
      busy: 0.01,
      badRequest: 0.01,
    },
  },
  receiver: { faults: { slow: 0.002, serverError: 0.01, busy: 0.005, reset: 0.005 } },
};

/** The storms of `npm run chaos`, played one after the other. `messages` scales them; the bars require 10,000. */
export function longStorms(messages: number): Storm[] {
  const part = (share: number) => Math.max(1, Math.round(messages * share));
  return [
    {
      name: "broadcast-kills",
      about: "bar 1: SIGKILL of the worker in the middle of a broadcast",
      stage: { webs: 1, workers: 2, ratePerSecond: 150, provider: { answerMs: 150, ...FAITHFUL }, receiver: CALM },
      load: { ...QUIET_LOAD, broadcasts: [{ clients: messages, isScheduled: false }] },
      faults: [{ name: "kill", of: "worker", times: 20 }],
    },
    {
      name: "web-kills",
      about: "bar 2: SIGKILL of the web process under addMessage",
      stage: { webs: 2, workers: 1, ratePerSecond: 250, provider: { answerMs: 20, ...FAITHFUL }, receiver: CALM },
      load: { ...QUIET_LOAD, messages: part(0.2), convs: 40, keylessPerThousand: 200, pauseMs: 150 },
      faults: [{ name: "kill", of: "web", times: 20 }],
    },
    {
      name: "database-restarts",
      about: "bars 3 and 10: the database restarts without mercy, under a broadcast that starts by the clock",
      stage: { webs: 2, workers: 2, ratePerSecond: 250, provider: { answerMs: 50, ...FAITHFUL }, receiver: CALM },
      load: {
        ...QUIET_LOAD,
        messages: part(0.2),
        convs: 40,
        pauseMs: 150,
        broadcasts: [{ clients: part(0.2), isScheduled: true }],
      },
      faults: [{ name: "databaseRestart", of: "database", times: 5 }],
    },
    {
      name: "half-open",
      about: "bar 4: the line to the database goes dead for a minute and says nothing",
      stage: { webs: 2, workers: 2, ratePerSecond: 250, provider: { answerMs: 50, ...FAITHFUL }, receiver: CALM },
      load: {
        ...QUIET_LOAD,
        messages: part(0.1),
        convs: 40,
        incoming: part(0.02),
        pauseMs: 200,
        broadcasts: [{ clients: part(0.1), isScheduled: false }],
      },
      faults: [{ name: "databaseHalfOpen", of: "database", times: 1, seconds: 60 }],
    },
    {
      name: "receiver-down",
      about: "bars 21 and 22: the subscriber is away for a minute, and workers are killed meanwhile",
      stage: {
        webs: 1,
        workers: 2,
        ratePerSecond: 250,
        provider: { answerMs: 20, ...FAITHFUL, statusShare: 0.5 },
        receiver: CALM,
      },
      load: { ...QUIET_LOAD, messages: part(0.05), convs: 40, pauseMs: 1_000, incoming: part(0.05) },
      faults: [
        { name: "receiverErrors", of: "receiver", times: 1, seconds: 60 },
        { name: "kill", of: "worker", times: 10 },
      ],
    },
    {
      name: "incoming",
      about: "bars 31 to 33: repeated posts and albums, SIGKILL of the web process",
      stage: { webs: 2, workers: 1, ratePerSecond: null, provider: { answerMs: 20, ...FAITHFUL }, receiver: CALM },
      load: { ...QUIET_LOAD, convs: 40, incoming: part(0.5), repeated: 20, albums: 20, pauseMs: 20 },
      faults: [{ name: "kill", of: "web", times: 10 }],
    },
    {
      name: "everything",
      about: "all of it: kills, pauses of 20 s, restarts, dead lines, a provider and a subscriber on a bad day",
      stage: { webs: 2, workers: 3, ratePerSecond: 200, ...BAD_DAY },
      load: {
        ...QUIET_LOAD,
        messages: part(0.2),
        convs: 50,
        keylessPerThousand: 100,
        incoming: part(0.05),
        repeated: 5,
        albums: 5,
        pauseMs: 300,
        broadcasts: [
          { clients: part(0.1), isScheduled: false },
          { clients: part(0.05), isScheduled: true },
        ],
      },
      faults: [
        { name: "kill", of: "worker", times: 5 },
        { name: "kill", of: "web", times: 5 },
        { name: "freeze", of: "worker", times: 2, seconds: 20 },
        { name: "databaseRestart", of: "database", times: 2 },
        { name: "databaseHalfOpen", of: "database", times: 1, seconds: 20 },
        { name: "providerErrors", of: "provider", times: 1, seconds: 5 },
        { name: "providerLostAnswers", of: "provider", times: 2, seconds: 2 },
        { name: "receiverErrors", of: "receiver", times: 1, seconds: 10 },
        { name: "receiverHangs", of: "receiver", times: 1, seconds: 10 },
      ],
    },
  ];
}

/** The load during a rolling restart. It lasts longer than the restart, which then stops it. */
export const ROLLING_LOAD = {
  ...QUIET_LOAD,
  messages: 100_000,
  convs: 20,
  keylessPerThousand: 1_000,
  incoming: 100_000,
  albums: 2,
  pauseMs: 300,
  broadcasts: [{ clients: 1_000, isScheduled: false }],
};

/** Every kind of fault once or twice, in one minute. Part of the tests. */
export const SHORT_STORM: Storm = {
  name: "short",
  about: "every kind of fault, in a minute",
  stage: { webs: 2, workers: 2, ratePerSecond: 200, ...BAD_DAY },
  load: {
    ...QUIET_LOAD,
    messages: 600,
    convs: 30,
    keylessPerThousand: 100,
    incoming: 100,
    repeated: 2,
    albums: 2,
    pauseMs: 600,
    broadcasts: [{ clients: 300, isScheduled: false }],
  },
  faults: [
    { name: "kill", of: "worker", times: 2 },
    { name: "kill", of: "web", times: 1 },
    { name: "freeze", of: "worker", times: 1, seconds: 4 },
    { name: "databaseRestart", of: "database", times: 1 },
    { name: "databaseHalfOpen", of: "database", times: 1, seconds: 4 },
    { name: "providerErrors", of: "provider", times: 1, seconds: 2 },
    { name: "receiverErrors", of: "receiver", times: 1, seconds: 3 },
  ],
};
