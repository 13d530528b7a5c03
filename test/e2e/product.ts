import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { openDatabase } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.js'

const ROOT = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

export type Product = {
  origin: string
  /** The operator's command line, on the same data. */
  levro: (...args: string[]) => Promise<string>
  /** What `levro admin grant` does, without a process of its own. */
  grant: (email: string, tokens: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * The product as deployed: the real server process with the built pages and its own data folder.
 * @param settings in addition to those of every test
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'levro-e2e-'))
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
    ...settings,
  }
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (data: Buffer) => {
      const [address] = /http:\/\/\S+/.exec(data.toString()) ?? []
      if (address) resolve(address)
    })
    server.on('exit', (code) => reject(new Error(`The server ended with ${code} before it listened.`)))
  })
  return {
    origin,
    levro: async (...args) =>
      (await execute(process.execPath, ['src/cli/main.ts', ...args], { cwd: ROOT, env })).stdout,
    grant: async (email, tokens) => {
      const db = await openDatabase(readEnv(env))
      try {
        const balance = await grantTokens(db, { email, tokens, note: 'test', at: Date.now() })
        if (balance === undefined) throw new Error(`Nobody has the email ${email}.`)
      } finally {
        await db.destroy()
      }
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Disabled browser features. Only the last such list counts, so Playwright's own are repeated here; the first
 * two render a page of their own for the address bar of every window and take a fifth of the CPU time.
 */
const FEATURES_WITHOUT = [
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

/** The system's Chromium, with what keeps it from asking the network for anything but the product. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    // Without a locale Chromium gives no download a name that is not ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [...CHROMIUM_ARGUMENTS, `--disable-features=${FEATURES_WITHOUT.join(',')}`],
  })

/** A page is painted before its scripts are loaded: waits until it is interactive. */
function waitForStart(page: Page): void {
  const isStarted = () => document.querySelector('#app:not([data-started])') === null
  // What is held up by the test itself is not waited for.
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

export type Visitor = { page: Page; context: BrowserContext; complaints: string[] }

/** A user with a browser profile. Console errors of the page are recorded for the test. */
export async function visit(
  browser: Browser,
  origin: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    acceptDownloads: true,
    // What a service worker asks for would pass by the tests' own answers (`route`); the offline tests allow it.
    serviceWorkers: 'block',
    // What moves takes a sixth of the processor's time; the main job is done with it.
    reducedMotion: 'reduce',
    ...options,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  if (options.javaScriptEnabled ?? true) waitForStart(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser logs failed responses that the page handles.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return { page, context, complaints }
}
