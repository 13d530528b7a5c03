import { pathToFileURL } from 'node:url'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const INTERVAL_MS = 250
/** Pages of the write-ahead log from which it is moved, 4 MB: what SQLite itself has by default. */
const MIN_PAGES = 1000
/** A commit during a checkpoint leaves its pages to the next one, which then has only those. */
const ATTEMPTS = 5

const url = pathToFileURL(String(workerData))
// Never creates a file in place of a lost one.
url.searchParams.set('mode', 'rw')
const database = new DatabaseSync(url, { timeout: 0 })
// It says what is committed when a checkpoint is complete: the disk must have it before the log is written over.
database.exec('pragma synchronous = full')
const look = database.prepare('pragma wal_checkpoint(noop)')
const checkpoint = database.prepare('pragma wal_checkpoint(passive)')

function isDue(): boolean {
  const { log, checkpointed } = look.get() ?? {}
  return Number(log) >= MIN_PAGES && Number(checkpointed) < Number(log)
}

/** Once all pages are in the database file, the next commit begins at the start of the log. */
function run(): void {
  try {
    for (let attempt = 0; attempt < ATTEMPTS && isDue(); attempt++) checkpoint.get()
  } catch {
    // Such as a full disk, which commits report: tried again.
  }
}

const timer = setInterval(run, INTERVAL_MS)
parentPort?.once('message', () => {
  clearInterval(timer)
  database.close()
})
