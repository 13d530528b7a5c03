import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'

const MAIN = join(import.meta.dirname, '../src/server/main.ts')

const KEPT_WORDS = 10_000

export type BenchServer = Listening & {
  /** The server's own database, as the operator's commands open it. The caller closes it. */
  openStore: () => Promise<Db>
}

/** `preloaded`: a module of the process. `databaseUrl`: of PostgreSQL, by default DATABASE_URL; without it a SQLite file. */
type Options = { preloaded?: string; databaseUrl?: string | undefined }

/** The real server in a process of its own, on a new data folder. */
export async function startServer({
  preloaded,
  databaseUrl = process.env['DATABASE_URL'],
}: Options = {}): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-bench-'))
  // Emails go to files, whatever mail server the environment names.
  const settings = {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SMTP_URL: '',
    TRUST_PROXY: 'loopback',
  }
  const listening = await startListening(MAIN, { settings, preloaded })
  return {
    ...listening,
    openStore: () => openDatabase({ dataDir: folder, databaseUrl }),
    async stop() {
      await listening.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Listening = { child: ChildProcess; origin: string; stop: () => Promise<void> }

type Start = { settings?: Record<string, string>; preloaded?: string | undefined }

/** A program that says at which port of this machine it listens, in a process of its own that can be spoken with. */
export async function startListening(main: string, { settings, preloaded }: Start = {}): Promise<Listening> {
  const child = spawn(process.execPath, [...(preloaded === undefined ? [] : ['--import', preloaded]), main], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  let isStopping = false
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      // Afterwards the lines are only taken: hundreds of thousands of them are no business of who measures.
      if (said.length < KEPT_WORDS) said += text.toString()
      const port = /localhost:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    })
    child.once('exit', (code, signal) => {
      // The calls under way fail as well, but know not why.
      if (!isStopping) process.stderr.write(`The server ended with ${code ?? signal}: ${said}\n`)
      reject(new Error('The server did not start.'))
    })
  })
  return {
    child,
    origin,
    async stop() {
      isStopping = true
      child.kill()
      await exited
    },
  }
}

export type Answer = {
  status: number
  /** As they came, in their order: name, value, name, value. */
  rawHeaders: string[]
  text: string
  /** The session, as the next call is to send it. */
  cookie: string
  /** From the first byte sent to the last one received. */
  ms: number
}

/** `ip`: for a server that trusts this machine as a proxy. */
type Call = { cookie?: string; ip?: string; body?: object | Buffer }

const agent = new Agent({ keepAlive: true })

/** One call over a connection that stays open, so that no handshake is measured. */
export function call(method: string, url: string, { cookie, ip, body }: Call = {}): Promise<Answer> {
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const headers = {
    ...(cookie !== undefined && { cookie }),
    ...(ip !== undefined && { 'x-forwarded-for': ip }),
    ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
  }
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const ms = performance.now() - started
        const [line = ''] = response.headers['set-cookie'] ?? []
        const { statusCode: status = 0, rawHeaders } = response
        resolve({
          status,
          rawHeaders,
          text: Buffer.concat(chunks).toString(),
          cookie: line.split(';')[0] ?? '',
          ms,
        })
      })
    })
    sent.once('error', reject)
    sent.end(bytes)
  })
}
