import Bowser from 'bowser'

const MAX_AGENT_LENGTH = 512
const MAX_NAME_LENGTH = 60

/**
 * Browser and system as a person would name them, `Chrome · Windows`; empty when the browser does not say. The rest of
 * what it tells about itself is not kept.
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_AGENT_LENGTH) return ''
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.join(' · ').slice(0, MAX_NAME_LENGTH)
}
