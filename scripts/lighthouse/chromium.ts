import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHROMIUM_ARGUMENTS, findChromium } from '../chromium.js'

export type Chromium = { port: number; stop: () => Promise<void> }

/** Starts a browser with an empty profile and a DevTools port. */
export async function startChromium(): Promise<Chromium> {
  const program = findChromium() ?? 'chromium'
  const profile = mkdtempSync(join(tmpdir(), 'levro-lighthouse-'))
  const headless = program.endsWith('headless-shell') ? '--headless' : '--headless=new'
  const args = [headless, ...CHROMIUM_ARGUMENTS, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(program, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    browser.stderr.on('data', (data: Buffer) => {
      output += data.toString()
      const [, found] = /DevTools listening on (ws:\S+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    browser.once('error', reject)
    browser.once('exit', (code) =>
      reject(new Error(`Chromium ended with ${code} before its DevTools port was open.`)),
    )
  })
  return {
    port: Number(new URL(address).port),
    async stop() {
      askToClose(address)
      await ended
      // Child processes of the browser may still write into the profile.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Closes the browser by DevTools: a signal would reach only the wrapper script that some systems start it with. */
function askToClose(address: string): void {
  const socket = new WebSocket(address)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'Browser.close' })))
}
