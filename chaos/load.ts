/**
 * The load of a run: agents who answer, customers who write, broadcasts, and readers who poll. Every call is recorded. A call
 * without a response is retried under the same key, as a careful client would. A refused call is not retried.
 */
import { seededRandom } from "./random.ts";
import { settle, type Stage } from "./stage.ts";
import { watchBroadcasts, watchStatuses } from "./watch.ts";

export type LoadOptions = {
  /** Agents' messages over all conversations, and the number of conversations. */
  messages: number;
  convs: number;
  /** How many agents' messages per thousand are sent without an Idempotency-Key. Those are never retried. */
  keylessPerThousand: number;
  /** Customers' messages. */
  incoming: number;
  /** Messages that a customer's system posts fifty times at once. */
  repeated: number;
  /** Albums: twenty messages at once from a new sender. */
  albums: number;
  /** `clients`: the number of contacts of each broadcast. */
  broadcasts: { clients: number; isScheduled: boolean }[];
  /** Concurrent callers, and the minimum pause between two calls of one caller. */
  callers: number;
  pauseMs: number;
};

export type Load = {
  /** Resolves when every request was made and answered. */
  done: Promise<void>;
  /** Finished and total requests of the load. A broadcast counts as its contacts reach the provider. */
  progress: () => { ended: number; wished: number };
  /** Stops making requests. Resolves when the readers have their last response. */
  stop: () => Promise<void>;
};

const REPEATS = 50;
const ALBUM = 20;
const LAUNCHES = 10;
const BACK_OFF_MS = 200;

export async function startLoad(stage: Stage, options: LoadOptions): Promise<Load> {
  const { recorder, integrationId, workspaceId } = stage;
  const random = seededRandom(stage.seed).fork("load");
  const stopped = new AbortController();
  let ended = 0;
  const wished =
    options.messages + options.incoming + options.repeated + options.albums * ALBUM + options.broadcasts.length;
  const isStopped = () => stopped.signal.aborted;
  const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

  /** Posts a customer's message until it is accepted. */
  const receive = async (senderId: string, externalMessageId: string, album?: string): Promise<string | null> => {
    const content = `in ${externalMessageId}`;
    const input = { integrationId, senderId, externalMessageId, content, ...(album ? { album } : {}) };
    while (!isStopped()) {
      const call = recorder.invoke("ingress", senderId, input);
      const done = await stage.ingress("", { senderId, messageId: externalMessageId, content, type: "text" });
      if (done.kind === "ok") {
        const output = done.value as { messageId: string; conversationId: string; clientId: string };
        recorder.ok(call, output);
        return output.conversationId;
      }
      settle(recorder, call, done);
      if (done.kind === "refused") return null;
      await pause(BACK_OFF_MS);
    }
    return null;
  };

  /** Sends an agent's message. With a key it retries until there is a response. Without a key it tries once. */
  const say = async (convId: string, content: string, idempotencyKey: string | null): Promise<void> => {
    const place = { integrationId, convId, content };
    while (!isStopped()) {
      const call = recorder.invoke("addMessage", convId, { ...place, ...(idempotencyKey ? { idempotencyKey } : {}) });
      const done = await stage.graphql({
        kind: "mutation",
        field: "addMessage",
        inputType: "MessageInput",
        selection: "{ messageId }",
        input: { workspaceId, ...place, type: "text" },
        idempotencyKey,
      });
      if (done.kind === "ok") return recorder.ok(call, done.value as { messageId: string });
      settle(recorder, call, done);
      if (done.kind === "refused" || (done.kind === "unknown" && !idempotencyKey)) return;
      await pause(BACK_OFF_MS);
    }
  };

  /** Works through the lanes with `options.callers` concurrent callers. The calls of one lane run in order. */
  const inLanes = async (lanes: (() => Promise<void>)[]): Promise<void> => {
    const waiting = lanes[Symbol.iterator]();
    const work = async () => {
      for (const lane of waiting) {
        if (isStopped()) return;
        await lane();
      }
    };
    await Promise.all(Array.from({ length: options.callers }, work));
  };

  const convs: string[] = [];
  await inLanes(
    Array.from({ length: options.convs }, (_, index) => async () => {
      const convId = await receive(`customer-${index}`, `first-${index}`);
      if (convId) convs.push(convId);
    }),
  );

  const talk = () => {
    const perConv = Math.ceil(options.messages / Math.max(1, convs.length));
    const keyless = random.fork("keyless");
    let left = options.messages;
    return convs.map((convId, conv) => {
      const count = Math.min(perConv, left);
      left -= count;
      const hasKey = Array.from({ length: count }, () => keyless.between(1, 1_000) > options.keylessPerThousand);
      return async () => {
        for (let number = 0; number < count && !isStopped(); number++) {
          const content = `out ${conv}/${number}`;
          await say(convId, content, hasKey[number] ? `key ${conv}/${number}` : null);
          ended++;
          if (options.pauseMs > 0) await pause(options.pauseMs);
        }
      };
    });
  };
  const listen = () => {
    const single = Array.from({ length: options.incoming }, (_, number) => async () => {
      await receive(`customer-${number % Math.max(1, options.convs)}`, `in-${number}`);
      ended++;
      if (options.pauseMs > 0) await pause(options.pauseMs);
    });
    const repeated = Array.from({ length: options.repeated }, (_, number) => async () => {
      await Promise.all(Array.from({ length: REPEATS }, () => receive(`repeated-${number}`, `repeated-${number}`)));
      ended++;
    });
    const albums = Array.from({ length: options.albums }, (_, album) => async () => {
      const pictures = Array.from({ length: ALBUM }, (_, picture) => picture);
      await Promise.all(pictures.map((each) => receive(`album-${album}`, `album-${album}-${each}`, `album-${album}`)));
      ended += ALBUM;
    });
    return random.fork("incoming").shuffled([...single, ...repeated, ...albums]);
  };

  const broadcast = async (number: number, clients: number, isScheduled: boolean): Promise<void> => {
    const name = `broadcast-${number}`;
    await addClients(stage, name, clients);
    const scheduledAt = isScheduled ? new Date(Date.now() + 5_000).toISOString() : null;
    const id = await createBroadcast(name, scheduledAt);
    if (id === null) return;
    watched.push(id);
    if (!isScheduled) await Promise.all(Array.from({ length: LAUNCHES }, () => launch(id)));
    ended++;
  };
  const createBroadcast = async (name: string, scheduledAt: string | null): Promise<string | null> => {
    while (!isStopped()) {
      const call = recorder.invoke("createBroadcast", "marketing", { integrationId, name });
      const done = await stage.graphql({
        kind: "mutation",
        field: "createBroadcast",
        inputType: "BroadcastCreateInput",
        selection: "{ id }",
        input: { workspaceId, name, integrationId, clientTags: [name], templateName: "sale", scheduledAt },
        idempotencyKey: `create ${name}`,
      });
      if (done.kind === "ok") {
        const { id } = done.value as { id: string };
        recorder.ok(call, { broadcastId: id });
        return id;
      }
      settle(recorder, call, done);
      if (done.kind === "refused") return null;
      await pause(BACK_OFF_MS);
    }
    return null;
  };
  const launch = async (broadcastId: string): Promise<void> => {
    while (!isStopped()) {
      const call = recorder.invoke("launchBroadcast", "marketing", { broadcastId });
      const done = await stage.graphql({
        kind: "mutation",
        field: "launchBroadcast",
        inputType: "BroadcastLaunchInput",
        selection: "{ state totalCount }",
        input: { workspaceId, id: broadcastId },
      });
      if (done.kind === "ok") return recorder.ok(call, done.value as { state: string; totalCount: number });
      settle(recorder, call, done);
      if (done.kind === "refused") return;
      await pause(BACK_OFF_MS);
    }
  };

  const watched: string[] = [];
  const isWatching = new AbortController();
  const watching = Promise.all([
    watchStatuses(stage, isWatching.signal),
    watchBroadcasts(stage, watched, isWatching.signal),
  ]);
  recorder.mark("loadBegan");
  const work = Promise.all([
    inLanes(random.fork("lanes").shuffled(talk())),
    inLanes(listen()),
    ...options.broadcasts.map(({ clients, isScheduled }, number) => broadcast(number, clients, isScheduled)),
  ]).then(() => recorder.mark("loadEnded"));

  return {
    done: work,
    progress: () => ({ ended, wished }),
    stop: async () => {
      stopped.abort();
      isWatching.abort();
      await watching;
    },
  };
}

/** Inserts a broadcast's contacts directly. Over the API, ten thousand would take longer than the run. */
async function addClients({ database, workspaceId }: Stage, tag: string, count: number): Promise<void> {
  await database.query(
    `insert into "Client" ("workspaceId", id, "externalClientId", tags)
     select $1, gen_random_uuid(), $2 || '-' || n, array[$2] from generate_series(1, $3::int) n`,
    [workspaceId, tag, count],
  );
}
