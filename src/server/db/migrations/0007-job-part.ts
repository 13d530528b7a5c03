import type { Kysely } from 'kysely'

/** Which part of a file a job is of. Null for a whole one, and for jobs of earlier versions, which did not store it. */
export async function jobPart(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('job').addColumn('part', 'text').execute()
}
