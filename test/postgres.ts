import type { TestProject } from 'vitest/node'
import { startPostgres } from './own-postgres.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface ProvidedContext {
    /** The address of the test run's own PostgreSQL, without a database name. */
    postgresUrl: string
  }
}

/** Vitest's global set-up: one PostgreSQL for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Tests kill only clients of the database: unsynced commits survive.
  const postgres = await startPostgres({ isDurable: false })
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
