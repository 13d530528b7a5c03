import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyState, type State } from './state.ts'

export type Store = {
  state: State
  /** Resolves when what stands in the state now is on the disk. */
  save: () => Promise<void>
}

const FILE = 'test-payments.json'
const DAMAGED = 'test-payments.damaged.json'

/** The state of a folder, or one that is forgotten at the end where there is none. */
export async function openStore(dataDir: string | undefined): Promise<Store> {
  if (dataDir === undefined) return { state: emptyState(), save: async () => {} }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, FILE)
  const state = await read(path, join(dataDir, DAMAGED))
  return { state, save: inTurns(() => write(path, state)) }
}

async function read(path: string, damagedPath: string): Promise<State> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return emptyState()
  try {
    return parse(text)
  } catch {
    // Play money is no reason not to start; the file is kept for whoever wants to know.
    await rename(path, damagedPath)
    return emptyState()
  }
}

function parse(text: string): State {
  const stored = JSON.parse(text) as Record<keyof State, [string, unknown][]>
  const entries = Object.keys(emptyState()).map((name) => [name, new Map(stored[name as keyof State])])
  return Object.fromEntries(entries) as State
}

/** Another name first: whoever reads the file finds the old state or the new one, whole. */
async function write(path: string, state: State): Promise<void> {
  const text = JSON.stringify(state, (_key, value: unknown) => (value instanceof Map ? [...value] : value))
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

/** What is being written may lack the latest change: one more writing follows it, for all who ask meanwhile. */
function inTurns(write: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        return write()
      })
    current = next
    return next
  }
}
