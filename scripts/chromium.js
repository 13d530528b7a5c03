import { existsSync } from 'node:fs'
import { stop } from './installed.js'
import { installPackages } from './system-packages.js'

/** Most of them prevent network requests other than those of the page. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path from the environment. If the file is missing, no other browser is used. */
const NAMED = process.env.CHROMIUM

/** In order of preference. The headless shell has no window system, saves a sixth of the CPU time and is Playwright's default. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of the browser from the environment, else of an installed Chromium or Chrome, else undefined. */
export const findChromium = () => NAMED || PLACES.find((place) => existsSync(place))

/** Installs the system's Chromium package if no browser is found. Without one, exits with instructions. */
export function ensureChromium() {
  if (NAMED && !existsSync(NAMED)) stop(`CHROMIUM names ${NAMED}, and there is no such file.`)
  // Older systems have no package of the headless shell.
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (findChromium() === undefined) installPackages('Chromium', name)
  if (findChromium() === undefined) {
    stop(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or name it: CHROMIUM=/path npm test.',
    )
  }
}
