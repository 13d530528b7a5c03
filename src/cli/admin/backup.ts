import { checkBackup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import type { Dialect } from '#server/db/migrations.ts'
import type { Db } from '#server/db/schema.ts'
import { PIPE, reading, writing } from './backup-file.ts'
import { ledger } from './commands.ts'
import type { BackupOrder, RestoreOrder } from './args.ts'

export async function backup(db: Db, dialect: Dialect, { file, mode }: BackupOrder): Promise<number> {
  const interruption = interruptible()
  try {
    const { tables, rows, bytes } = await writing(file, mode === 'replace', (to) =>
      writeBackup(db, { dialect, at: new Date(), to, signal: interruption.signal }),
    )
    // Standard output is the backup itself.
    const told = file === PIPE ? process.stderr : process.stdout
    told.write(`${tables} tables, ${rows} rows, ${bytes} bytes\n`)
    return 0
  } finally {
    interruption.end()
  }
}

export async function check({ file }: BackupOrder): Promise<number> {
  const { header, tables, rows } = await reading(file, checkBackup)
  print(`The backup of ${header.createdAt} is whole: ${tables} tables, ${rows} rows`)
  return 0
}

/** An interruption needs no care here: what was not committed was never there. */
export async function restore(db: Db, dialect: Dialect, { file }: RestoreOrder): Promise<number> {
  const { header, tables, rows } = await reading(file, (from) =>
    restoreBackup(db, { dialect, from, now: Date.now() }),
  )
  print(`The backup of ${header.createdAt} is restored: ${tables} tables, ${rows} rows`)
  return ledger(db)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A backup that is broken off takes its draft with it, and the process ends as the signal would have ended it. */
function interruptible(): { signal: AbortSignal; end: () => void } {
  const abort = new AbortController()
  let received: NodeJS.Signals | undefined
  const onSignal = (name: NodeJS.Signals) => {
    received = name
    abort.abort(new Error('The backup was broken off.'))
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: abort.signal,
    end() {
      for (const name of SIGNALS) process.off(name, onSignal)
      if (received !== undefined) process.kill(process.pid, received)
    },
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
