import { fail, inWords, ok, rowOf, rowsOf, warn, type Check } from "./finding.ts";

/** In seconds: work that is due for longer is late, because everything is polled every second or two. */
const LATE_SECONDS = 60;
/** The connection name of a worker's job queue (work/worker.ts). */
const WORKER_NAME = "omnichannel jobs";
/** In seconds: a broadcast that can send but has sent nothing for this long has stalled. */
const STALLED_SECONDS = 600;

const SEE_WORKER = "Read the worker's log for what it stumbles over, and start one more worker if it is only slow";

/** Checks whether a worker is connected. */
export const WORKER_CHECK: Check = {
  name: "worker",
  async run({ db }) {
    const { workers } = await rowOf<{ workers: number }>(
      db,
      "select count(*)::int as workers from pg_stat_activity where datname = current_database() and application_name = $1",
      [WORKER_NAME],
    );
    if (workers > 0) return ok("connected");
    return fail(
      "worker-down",
      "no worker process is connected to the database: messages, webhooks and scheduled jobs wait",
      "Start one (npm run worker), with the same settings as the web process; if it ended, its log says why",
    );
  },
};

/** Checks whether the background work of requests is done. */
export const WORK_CHECKS: Check[] = [
  {
    name: "jobs",
    async run({ db }) {
      const { exists } = await rowOf<{ exists: boolean }>(db, "select to_regclass('pgboss.job') is not null as exists");
      if (!exists)
        return warn("queue-missing", "the job queue has not been made yet", "Start web and worker once; they make it");
      const rows = await rowsOf<{ name: string; late: number; seconds: number }>(
        db,
        `select name, count(*)::int as late, extract(epoch from max(now() - start_after))::float as seconds from pgboss.job
        where state in ('created', 'retry') and start_after < now() - make_interval(secs => $1) and name not like '\\_\\_%'
        group by name order by seconds desc`,
        [LATE_SECONDS],
      );
      const [worst] = rows;
      if (!worst) return ok("none is late");
      return fail(
        "jobs-overdue",
        `${worst.late} job(s) ${worst.name} have waited for up to ${inWords(worst.seconds)}${rows.length > 1 ? `, and ${rows.length - 1} more queue(s) are late` : ""}`,
        SEE_WORKER,
      );
    },
  },
  {
    name: "failing jobs",
    async run({ db }) {
      const { exists } = await rowOf<{ exists: boolean }>(db, "select to_regclass('pgboss.job') is not null as exists");
      const rows = exists
        ? await rowsOf<{ name: string; tries: number }>(
            db,
            "select name, max(retry_count)::int as tries from pgboss.job where state in ('retry', 'failed') and retry_count >= 3 group by name order by 2 desc",
          )
        : [];
      const [worst] = rows;
      if (!worst) return ok("none");
      return warn("jobs-failing", `${worst.name} has failed ${worst.tries} times in a row`, SEE_WORKER);
    },
  },
  {
    name: "messages to send",
    async run({ db }) {
      const { late, seconds } = await rowOf<{ late: number; seconds: number | null }>(
        db,
        `select count(*)::int as late, extract(epoch from max(now() - q."nextAttemptAt"))::float as seconds from "SendQueue" q
        join "Integration" i on i."workspaceId" = q."workspaceId" and i.id = q."integrationId" and i.state = 'active'
        where q.priority < 2 and q."nextAttemptAt" < now() - make_interval(secs => $1)
          and (q."leaseUntil" is null or q."leaseUntil" < now())
          and not exists (select 1 from "SendQueue" e where e."workspaceId" = q."workspaceId" and e."convId" = q."convId" and e.seq < q.seq)`,
        [LATE_SECONDS],
      );
      if (late === 0) return ok("none is late");
      return fail("sends-overdue", `${late} message(s) are due since up to ${inWords(seconds ?? 0)}`, SEE_WORKER);
    },
  },
  {
    name: "calls of providers",
    async run({ db }) {
      const { late, seconds } = await rowOf<{ late: number; seconds: number | null }>(
        db,
        `select count(*)::int as late, extract(epoch from max(now() - "nextAttemptAt"))::float as seconds from "ProviderCall"
        where "doneAt" is null and "nextAttemptAt" < now() - make_interval(secs => $1) and ("leaseUntil" is null or "leaseUntil" < now())`,
        [LATE_SECONDS],
      );
      if (late === 0) return ok("all are taken");
      return fail(
        "calls-overdue",
        `${late} call(s) of providers wait for up to ${inWords(seconds ?? 0)}: what customers wrote is kept, and not shown yet`,
        SEE_WORKER,
      );
    },
  },
  {
    name: "event log",
    async run({ db }) {
      const { late, seconds } = await rowOf<{ late: number; seconds: number | null }>(
        db,
        `select count(*)::int as late, extract(epoch from max(now() - e."createdAt"))::float as seconds from (
          select "createdAt" from "Event" where not "isTest" and (txid, seq) > coalesce(
            (select (txid, seq) from "EventCursor" where reader = 'webhooks'), row('0'::xid8, 0::bigint))
          order by txid, seq limit 10000) e where e."createdAt" < now() - make_interval(secs => $1)`,
        [LATE_SECONDS],
      );
      if (late === 0) return ok("read to its end");
      return fail(
        "events-unread",
        `${late >= 10_000 ? "10,000 or more" : late} event(s) have waited for up to ${inWords(seconds ?? 0)} to be handed to webhooks`,
        "See worker and open transactions above: the log is read up to the oldest transaction that still writes",
      );
    },
  },
  {
    name: "broadcasts",
    async run({ db }) {
      const rows = await rowsOf<{ workspaceId: number; name: string; isDue: boolean }>(
        db,
        `select b."workspaceId", b.name, b.state = 'scheduled' as "isDue" from "Broadcast" b where
          (b.state = 'scheduled' and b."scheduledAt" < now() - make_interval(secs => $1))
          or (b.state = 'inProgress' and b."startedAt" < now() - make_interval(secs => $2)
            and not exists (select 1 from "SendAttempt" a join "Message" m on m."workspaceId" = a."workspaceId" and m.id = a."messageId"
              where m."workspaceId" = b."workspaceId" and m."broadcastId" = b.id and a."startedAt" > now() - make_interval(secs => $2)))
        order by b."createdAt" limit 20`,
        [LATE_SECONDS, STALLED_SECONDS],
      );
      const [first] = rows;
      if (!first) return ok("none is held up");
      const which = `“${first.name}” of workspace ${first.workspaceId}`;
      return fail(
        "broadcast-stalled",
        first.isDue ? `${which} should have started` : `${which} has sent nothing for ${inWords(STALLED_SECONDS)}`,
        "See worker above, and its channel: a channel in error or over its provider's limit holds its broadcasts",
      );
    },
  },
];
