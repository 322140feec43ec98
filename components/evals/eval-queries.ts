import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { assistantKey } from "../assistants/queries.ts";

const QUESTIONS = botGraphql(`
  query EvalQuestions($input: EvalQuestionsInput!) {
    evalQuestions(input: $input) {
      nodes {
        id
        aiId
        question
        history
        expects
        convId
        createdAt
      }
      pageInfo {
        count
        hasNextPage
        endCursor
      }
    }
  }
`);

const FROM_CONV = botGraphql(`
  query QuestionFromConv($input: QuestionFromConvInput!) {
    questionFromConv(input: $input) {
      question
      history
      suggestion
    }
  }
`);

const ADD = botGraphql(`
  mutation AddEvalQuestion($input: EvalQuestionAddInput!) {
    addEvalQuestion(input: $input) {
      id
    }
  }
`);

const PATCH = botGraphql(`
  mutation PatchEvalQuestion($input: EvalQuestionPatchInput!) {
    patchEvalQuestion(input: $input) {
      id
    }
  }
`);

const DELETE = botGraphql(`
  mutation DeleteEvalQuestion($input: EvalQuestionDeleteInput!) {
    deleteEvalQuestion(input: $input) {
      id
    }
  }
`);

const RUN = botGraphql(`
  fragment EvalRunFacts on EvalRun @_unmask {
    id
    versionId
    versionNumber
    state
    total
    passed
    failed
    score
    error
    fixed
    broken
    createdAt
    endedAt
    previous {
      versionNumber
      score
    }
  }
`);

const RUNS = botGraphql(
  `
    query EvalRuns($input: EvalRunsInput!) {
      evalRuns(input: $input) {
        nodes {
          ...EvalRunFacts
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [RUN],
);

const ONE_RUN = botGraphql(
  `
    query EvalRun($input: EvalRunInput!) {
      evalRun(input: $input) {
        ...EvalRunFacts
      }
    }
  `,
  [RUN],
);

const RESULTS = botGraphql(`
  query EvalResults($input: EvalResultsInput!) {
    evalResults(input: $input) {
      nodes {
        questionId
        question
        history
        expects
        passed
        previousPassed
        checks
        reply
        promptTokens
        completionTokens
        durationMs
      }
      pageInfo {
        count
        hasNextPage
        endCursor
      }
    }
  }
`);

const START = botGraphql(
  `
    mutation StartEvalRun($input: EvalRunStartInput!) {
      startEvalRun(input: $input) {
        ...EvalRunFacts
      }
    }
  `,
  [RUN],
);

const CANCEL = botGraphql(
  `
    mutation CancelEvalRun($input: EvalRunCancelInput!) {
      cancelEvalRun(input: $input) {
        ...EvalRunFacts
      }
    }
  `,
  [RUN],
);

const SET_GATE = botGraphql(`
  mutation SetAiGate($input: AIGateInput!) {
    setAiGate(input: $input) {
      id
      gateScore
    }
  }
`);

export type EvalQuestion = ResultOf<typeof QUESTIONS>["evalQuestions"]["nodes"][number];
export type EvalRun = ResultOf<typeof RUN>;
export type EvalResult = ResultOf<typeof RESULTS>["evalResults"]["nodes"][number];

export const isUnderWay = (run: EvalRun | null | undefined): boolean =>
  run?.state === "queued" || run?.state === "running";

/** The key of an assistant's questions, runs and results. EVAL_CHANGED invalidates it. */
export const evalsKey = (workspaceId: number, aiId: string) => [...assistantKey(workspaceId, aiId), "evals"] as const;

const PAGE = 50;
/** Polling interval during a run in milliseconds, in case the live stream misses an event. */
const POLL_MS = 3_000;

const nextPage = ({ pageInfo }: { pageInfo: { hasNextPage: boolean; endCursor: string | null } }) =>
  pageInfo.hasNextPage ? pageInfo.endCursor : null;

export const questionsQuery = (workspaceId: number, aiId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...evalsKey(workspaceId, aiId), "questions", search],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, aiId, search: search || null, first: PAGE, after: pageParam };
      return (await botRequest(QUESTIONS, input, { signal })).evalQuestions;
    },
    getNextPageParam: nextPage,
  });

/** The draft of a golden question from a contact's message in a conversation. */
export const questionFromConvQuery = (workspaceId: number, aiId: string, convId: string, messageId: string) =>
  queryOptions({
    queryKey: [...assistantKey(workspaceId, aiId), "fromConv", convId, messageId],
    queryFn: async ({ signal }) =>
      (await botRequest(FROM_CONV, { workspaceId, aiId, convId, messageId }, { signal })).questionFromConv,
    staleTime: 0,
  });

export const runsQuery = (workspaceId: number, aiId: string) =>
  infiniteQueryOptions({
    queryKey: [...evalsKey(workspaceId, aiId), "runs"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      (await botRequest(RUNS, { workspaceId, aiId, first: PAGE, after: pageParam }, { signal })).evalRuns,
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.pages[0]?.nodes[0]) ? POLL_MS : false),
  });

export const runQuery = (workspaceId: number, aiId: string, runId: string) =>
  queryOptions({
    queryKey: [...evalsKey(workspaceId, aiId), "run", runId],
    queryFn: async ({ signal }) => (await botRequest(ONE_RUN, { workspaceId, id: runId }, { signal })).evalRun,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_MS : false),
  });

/** The filter for the results of a run. */
export type ResultFilter = "changed" | "failed" | "all";

export const resultsQuery = (workspaceId: number, aiId: string, run: EvalRun, filter: ResultFilter) =>
  infiniteQueryOptions({
    queryKey: [...evalsKey(workspaceId, aiId), "results", run.id, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const which = { changed: filter === "changed" ? true : null, passed: filter === "failed" ? false : null };
      const input = { workspaceId, runId: run.id, ...which, first: PAGE, after: pageParam };
      return (await botRequest(RESULTS, input, { signal })).evalResults;
    },
    getNextPageParam: nextPage,
    refetchInterval: isUnderWay(run) ? POLL_MS : false,
  });

export const addQuestion = (input: VariablesOf<typeof ADD>["input"]) => botRequest(ADD, input);
export const patchQuestion = (input: VariablesOf<typeof PATCH>["input"]) => botRequest(PATCH, input);
export const deleteQuestion = (input: VariablesOf<typeof DELETE>["input"]) => botRequest(DELETE, input);
export const startRun = async (input: VariablesOf<typeof START>["input"]) =>
  (await botRequest(START, input)).startEvalRun;
export const cancelRun = async (input: VariablesOf<typeof CANCEL>["input"]) =>
  (await botRequest(CANCEL, input)).cancelEvalRun;
export const setGate = (input: VariablesOf<typeof SET_GATE>["input"]) => botRequest(SET_GATE, input);
