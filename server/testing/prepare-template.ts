/**
 * A process of global-setup.ts. It migrates the template database of DATABASE_URL and creates the job queues, once for all test
 * files.
 */
import { PgBoss } from "pg-boss";
import { migrate } from "../../prisma/migrate.ts";
import { prepareQueues } from "../work/queue.ts";

const connectionString = process.env.DATABASE_URL ?? "";
await migrate(connectionString);
const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
await boss.start();
await prepareQueues(boss);
await boss.stop({ graceful: false });
// The migration engine's lock timer would keep the process running for ten seconds.
process.exit(0);
