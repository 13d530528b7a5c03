import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Disposable, type Page } from 'playwright-core'
import { openDatabase } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.js'

const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

export type Product = {
  origin: string
  /** Runs the command line with the settings of the server. */
  levro: (...args: string[]) => Promise<string>
  /** Does what `levro admin grant` does, without starting a process. */
  grant: (email: string, tokens: number) => Promise<void>
  /** Works on the database of the server. */
  database: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** Where a running product is: enough to use it from another process. */
export type ProductPlace = { origin: string; env: Record<string, string> }

/**
 * The product as deployed: the real server process with the built pages and its own data folder.
 * @param settings in addition to those of every test
 */
export async function startProduct(
  settings: Record<string, string> = {},
): Promise<Product & { place: ProductPlace; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-e2e-'))
  const env = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', ...settings }
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (data: Buffer) => {
      const [address] = /http:\/\/\S+/.exec(data.toString()) ?? []
      if (address) resolve(address)
    })
    server.on('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
  })
  const place = { origin, env }
  return {
    ...productAt(place),
    place,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A product that this or another process has started. */
export function productAt({ origin, env: settings }: ProductPlace): Product {
  const env = { ...process.env, ...settings }
  const database: Product['database'] = async (work) => {
    const db = await openDatabase(readEnv(env))
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }
  return {
    origin,
    levro: async (...args) =>
      (await execute(process.execPath, ['src/cli/main.ts', ...args], { cwd: ROOT, env })).stdout,
    grant: async (email, tokens) => {
      const balance = await database((db) => grantTokens(db, { email, tokens, note: 'test', at: Date.now() }))
      if (balance === undefined) throw new Error(`No account has the email ${email}.`)
    },
    database,
  }
}

/**
 * Disabled browser features. Only the last such list counts, so Playwright's own are repeated here; the first
 * two render a page of their own for the address bar of every window and take a fifth of the CPU time.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Launches the system's Chromium without the features that send requests of their own. The caller closes it. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    // Without a locale Chromium gives no download a name that is not ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...CHROMIUM_ARGUMENTS, `--disable-features=${DISABLED_FEATURES.join(',')}`],
  })

let shared: Promise<Browser> | undefined

/**
 * The browser of this worker process, launched on the first call and again after a crash. Vitest keeps modules between
 * files (`isolate: false`), so that all files of a worker share it. It ends with the process; do not close it.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected()) return running
  shared = startBrowser()
  return shared
}

/** A page is painted before its scripts are loaded: waits until it is interactive. */
function waitForStart(page: Page): void {
  const isStarted = () => document.querySelector('#app:not([data-started])') === null
  // A test may hold the scripts back on purpose.
  const started = () => page.waitForFunction(isStarted, undefined, { timeout: 5000 }).catch(() => undefined)
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...args) => {
    const reply = await goto(...args)
    await started()
    return reply
  }
  page.reload = async (...args) => {
    const reply = await reload(...args)
    await started()
    return reply
  }
}

/** Chromium before 156 sets `navigator.onLine` back to true in each document that loads without the network. */
function keepOffline(context: BrowserContext): void {
  const setOffline = context.setOffline.bind(context)
  let script: Disposable | undefined
  context.setOffline = async (offline) => {
    await script?.dispose()
    script = offline ? await context.addInitScript(setNotOnline) : undefined
    await setOffline(offline)
    // A page may navigate or be closed meanwhile.
    if (!offline) await Promise.allSettled(context.pages().map((page) => page.evaluate(setOnline)))
  }
}

function setNotOnline(): void {
  if (navigator.onLine) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
}

function setOnline(): void {
  if (!Object.hasOwn(navigator, 'onLine')) return
  Reflect.deleteProperty(navigator, 'onLine')
  window.dispatchEvent(new Event('online'))
}

export type Visit = { page: Page; context: BrowserContext; consoleErrors: string[] }

/** Opens a page in a new browser context. Console errors of the page are recorded in `consoleErrors`. */
export async function visit(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    acceptDownloads: true,
    // Requests of a service worker bypass `route`; the offline tests allow it.
    serviceWorkers: 'block',
    // Animations take a sixth of the CPU time; the main job runs with them.
    reducedMotion: 'reduce',
    ...options,
  })
  keepOffline(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  if (options.javaScriptEnabled ?? true) waitForStart(page)
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  page.on('console', (message) => {
    // The browser logs failed responses that the page handles.
    const isFailedResponse = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isFailedResponse) consoleErrors.push(message.text())
  })
  return { page, context, consoleErrors }
}
