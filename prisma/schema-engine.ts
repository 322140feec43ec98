import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { SchemaEngine, type MigrationList } from "@prisma/schema-engine-wasm";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationNames } from "./pending-migrations.ts";
import { runScript } from "./run-script.ts";

/** No table in the database is managed externally. pg-boss has a separate schema. */
export const filters = { externalTables: [], externalEnums: [] };

/** The adapter splits a script at every semicolon, which breaks SQL functions. */
class WholeScripts extends PrismaPg {
  /** PostgreSQL's error. The engine reports only that something failed. */
  refusal: Error | undefined;
  private opened: { dispose: () => Promise<void> }[] = [];

  override async connect() {
    const adapter = await super.connect();
    this.opened.push(adapter);
    adapter.executeScript = async (script) => {
      await runScript(adapter.underlyingDriver(), script).catch((error: unknown) => {
        if (error instanceof Error) this.refusal = error;
        throw error;
      });
    };
    return adapter;
  }

  /** The engine leaves its connections open. */
  async close(): Promise<void> {
    await Promise.all(this.opened.map((adapter) => adapter.dispose()));
  }
}

/** Prisma's own schema engine as WebAssembly. The native engine needs a download that some machines block. */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const adapter = new WholeScripts({ connectionString: databaseUrl, max: 4 });
  const engine = await SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await work(engine);
  } catch (error) {
    throw adapter.refusal ?? error;
  } finally {
    engine.free();
    await adapter.close();
  }
}

/** The migrations on disk in the engine's format. */
export function migrationList(directory: string): MigrationList {
  const read = (name: string) => readFileSync(join(directory, name, "migration.sql"), "utf8");
  return {
    baseDir: directory,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames(directory).map((name) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: read(name) } },
    })),
  };
}

/** The SQL from one schema.prisma to another. undefined if they are equal. The engine needs a server, but any server works. */
export async function migrationDraft(databaseUrl: string, from: string, to: string): Promise<string | undefined> {
  const model = (content: string) => ({ tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] });
  const { stdout } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.diff({ from: model(from), to: model(to), script: true, exitCode: null, filters }),
  );
  const script = stdout?.trim() ?? "";
  return script === "" || script.startsWith("-- This is an empty migration") ? undefined : script;
}
