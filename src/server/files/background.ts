import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Charge } from '../conversions/charge.ts'
import type { Db } from '../db/schema.ts'
import type { Counters } from '../metrics/counters.ts'
import type { SecretKey } from '../secret-key.ts'
import { startWebhooks } from '../webhooks/dispatcher.ts'
import type { WebhookNetwork } from '../webhooks/send.ts'
import { startWaitingFiles } from './run-waiting.ts'
import { fileStateOf, makeFileStore } from './stored-files.ts'
import type { FileConverter, FileStore } from './types.ts'

type Dependencies = {
  db: Db
  clock: Clock
  key: SecretKey
  charge: Charge
  counters: Counters
  converter: FileConverter
  network: WebhookNetwork
  pollMs: number
}

/** Starts the processing of stored files, and the notices of their completion. */
export function startBackgroundFiles(
  app: FastifyInstance,
  { db, clock, key, charge, counters, converter, network, pollMs }: Dependencies,
): FileStore {
  const compose = async ({ file_id }: { file_id: string }) => {
    const file = await db
      .selectFrom('file_conversion')
      .selectAll()
      .where('id', '=', file_id)
      .executeTakeFirst()
    return file && JSON.stringify(fileStateOf(file, file.lang))
  }
  const onDelivery = startWebhooks(app, { db, clock, key, network, compose, pollMs })
  const wake = startWaitingFiles(app, { db, clock, converter, charge, counters, onDelivery, pollMs })
  return makeFileStore(db, wake)
}
