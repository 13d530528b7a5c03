import { parseArgs } from 'node:util'
import { parseEmail } from '#server/accounts/email.ts'
import { openDatabase } from '#server/db/database.ts'
import { EnvError, readEnv } from '#server/env.ts'
import { grantTokens } from '#server/tokens/grant.ts'

const USAGE = 'Usage: levro admin grant EMAIL TOKENS --note TEXT'
const MAX_GRANT = 1_000_000_000
const MAX_NOTE_LENGTH = 500

type Order = { email: string; tokens: number; note: string }

/** Runs `levro admin …`. @returns the exit code: 0 done, 1 no such account or no database, 2 wrong usage */
export async function runAdmin(args: string[]): Promise<number> {
  const order = parseOrder(args)
  if (typeof order === 'string') return fail(2, `${order}\n${USAGE}`.trim())
  try {
    const balance = await grant(order)
    if (balance === undefined) return fail(1, `There is no account with the email ${order.email}.`)
    process.stdout.write(`${balance}\n`)
    return 0
  } catch (error) {
    return fail(error instanceof EnvError ? 2 : 1, error instanceof Error ? error.message : String(error))
  }
}

/** Works beside a running server: both wait for each other's transactions. */
async function grant(order: Order): Promise<number | undefined> {
  const email = parseEmail(order.email)
  if (email === undefined) return undefined
  const db = await openDatabase(readEnv())
  try {
    return await grantTokens(db, { ...order, email, at: Date.now() })
  } finally {
    await db.destroy()
  }
}

/** @returns what is wrong with the arguments, as a sentence, where they are no order */
function parseOrder(args: string[]): Order | string {
  const { positionals, note } = readArgs(args)
  const [command, email, tokens, ...more] = positionals
  if (command !== 'grant' || email === undefined || tokens === undefined || more.length > 0) return ''
  if (!/^\d{1,10}$/.test(tokens) || Number(tokens) < 1 || Number(tokens) > MAX_GRANT)
    return `TOKENS is a whole number from 1 to ${MAX_GRANT}, not '${tokens}'.`
  if (note === undefined || note.trim() === '') return '--note must say what the tokens are given for.'
  if (note.length > MAX_NOTE_LENGTH || note.includes('\0'))
    return `--note takes up to ${MAX_NOTE_LENGTH} characters.`
  return { email, tokens: Number(tokens), note: note.trim() }
}

function readArgs(args: string[]): { positionals: string[]; note: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { note: { type: 'string' } },
      allowPositionals: true,
    })
    return { positionals, note: values.note }
  } catch {
    return { positionals: [], note: undefined }
  }
}

function fail(code: number, sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return code
}
