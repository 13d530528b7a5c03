import type { Kysely } from 'kysely'

/** What the rows of a job were converted for. Null for jobs of earlier versions, which did not store it. */
export async function jobSource(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('source', 'text').execute()
}
