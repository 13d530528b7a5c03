import { existsSync } from 'node:fs'
import { stop } from './installed.js'
import { installPackages } from './system-packages.js'

/** With what keeps Chromium from asking the network for anything but the page. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The one that the environment asks for; no other is taken in its place. */
const NAMED = process.env.CHROMIUM

/** The first has no window system, which saves a sixth of the CPU time, and is Playwright's default. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium or Chrome that is named, else the system's, or undefined. */
export const findChromium = () => NAMED || PLACES.find((place) => existsSync(place))

/** Finds a Chromium, else installs the system's package, else says how to get one. */
export function ensureChromium() {
  if (NAMED && !existsSync(NAMED)) stop(`CHROMIUM names ${NAMED}, and there is no such file.`)
  // Older systems have no such package.
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (findChromium() === undefined) installPackages('Chromium', name)
  if (findChromium() === undefined) {
    stop(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or name it: CHROMIUM=/path npm test.',
    )
  }
}
