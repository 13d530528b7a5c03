import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { metricsAddress } from '#test/server/metrics-address.ts'
import { type ServerProcess, startProcess } from '#test/server/server-process.ts'
import { setup } from '../test/postgres.ts'
import type { LoadSettings } from './load-settings.ts'

export type LoadServers = {
  servers: ServerProcess[]
  metrics: string[]
  withStore: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Lets the servers end as they do in operation. */
  end: () => Promise<void>
  /** Removes what is left. */
  clean: () => Promise<void>
}

/** The processes as they are run in production, over an empty database. PostgreSQL is the tests' own, without fsync. */
export async function startServers({ database, processes, profile }: LoadSettings): Promise<LoadServers> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-load-'))
  let databaseUrl: string | undefined
  const provide = (_name: string, url: string) => (databaseUrl = url)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the test run it takes this alone
  const stopDatabase =
    database === 'postgres' ? await setup({ provide } as unknown as Parameters<typeof setup>[0]) : undefined
  const settings = {
    NODE_ENV: 'production',
    // Each user has an address of its own.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    METRICS_PORT: '0',
    DATA_DIR: folder,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(profile !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
  }
  const servers: ServerProcess[] = []
  for (let n = 0; n < processes; n++) servers.push(await startProcess(settings))
  return {
    servers,
    metrics: await Promise.all(servers.map(metricsAddress)),
    async withStore(work) {
      const db = await openDatabase({ dataDir: folder, databaseUrl })
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
    async end() {
      for (const { kill } of servers) kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
    },
    async clean() {
      for (const { kill } of servers) kill('SIGKILL')
      await stopDatabase?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
