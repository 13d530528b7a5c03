import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_ARGUMENTS, findChromium } from '../chromium.js'

export type Chromium = { port: number; stop: () => Promise<void> }

/** A browser with an empty profile, steered through a port. */
export async function startChromium(): Promise<Chromium> {
  const program = findChromium() ?? 'chromium'
  const profile = mkdtempSync(join(tmpdir(), 'levro-lighthouse-'))
  const headless = program.endsWith('headless-shell') ? '--headless' : '--headless=new'
  const args = [headless, ...CHROMIUM_ARGUMENTS, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(program, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.stderr.on('data', (data: Buffer) => {
      said += data.toString()
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    browser.once('error', reject)
    browser.once('exit', (code) =>
      reject(new Error(`Chromium ended with ${code} before it could be steered.`)),
    )
  })
  return {
    port: Number(new URL(address).port),
    async stop() {
      askToClose(address)
      await ended
      // Its helpers may still write there for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** A signal would only reach the script that systems start it by. */
function askToClose(address: string): void {
  const socket = new WebSocket(address)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Browser.close' })))
}
