import { expect, it } from 'vitest'
import { deviceName } from './sign-in.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome · Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome · Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox · Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 Edg/140.0.0.0`,
    'Microsoft Edge · macOS',
  ],
  // Only one of both is known.
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) relax/1.0', 'Windows'],
  ['Firefox/141.0', 'Firefox'],
  // Text of the client.
  ['See http://evil.example/now and relax/1.0', ''],
  ['evil.example/1.0', ''],
  ['', ''],
  [undefined, ''],
])('AUTH-10 · the device of the User-Agent %j is %j', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})

it('AUTH-10 · a User-Agent of more than 512 characters names no device', () => {
  const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`
  expect(deviceName(agent.padEnd(512))).toBe('Chrome · Windows')
  expect(deviceName(agent.padEnd(513))).toBe('')
})
