import { describe, expect, it } from 'vitest'
import type { Limit } from '../rate-limit/rate-limit.ts'
import * as limits from './rate-limits.ts'

const QUARTER = 15 * 60_000
const HALF_HOUR = 30 * 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** An email address, the id of an account, or the hash of a device or session; and the address of the client. */
type Limited = (who: string, ip: string, device?: string) => Limit[]

type Per = 'who' | 'network' | 'who and network'

/** As docs/security.md states them: so many, in so long, per account (or address, device, session) and network. */
const STATED: [string, Limited, ...[limit: number, windowMs: number, per: Per][]][] = [
  [
    'failed sign-ins where the owner has not signed in before',
    limits.unknownDeviceLimits,
    [10, QUARTER, 'who and network'],
    [100, QUARTER, 'who'],
    [300, QUARTER, 'network'],
  ],
  [
    'failed sign-ins on a device where the owner has signed in',
    limits.knownDeviceLimits,
    [10, QUARTER, 'who'],
  ],
  ['wrong passwords entered in the settings', limits.passwordConfirmLimits, [10, QUARTER, 'who']],
  ['registrations', limits.registerLimits, [10, HOUR, 'who'], [300, HOUR, 'network']],
  [
    'registrations with the address of an account',
    (_who, ip) => limits.emailTakenLimits(ip),
    [100, HOUR, 'network'],
  ],
  ['emails with a link for a new password', limits.resetEmailLimits, [3, HALF_HOUR, 'who']],
  ['attempts to use links', (_who, ip) => limits.recoveryLimits(ip), [100, HOUR, 'network']],
  ['openings of a link', (_who, ip) => limits.resetCheckLimits(ip), [300, HOUR, 'network']],
  ['emails that confirm an address', limits.verificationEmailLimits, [3, HOUR, 'who']],
  ['changes of the password', limits.passwordChangeLimits, [10, HOUR, 'who']],
  ['emails about registrations', limits.emailTakenNoticeLimits, [1, DAY, 'who']],
  ['downloads of personal data', limits.dataDownloadLimits, [20, HOUR, 'who']],
  ['six-digit codes at the sign-in', limits.secondFactorLimits, [10, QUARTER, 'who']],
  ['recovery codes at the sign-in', limits.recoveryCodeLimits, [10, QUARTER, 'who and network']],
  ['further codes after a new password by a link', limits.codesAfterResetLimits, [1, DAY, 'who']],
  ['codes in the settings, of a session', limits.factorConfirmLimits, [10, QUARTER, 'who']],
  [
    'codes in the settings, of an account',
    limits.accountConfirmLimits,
    [20, QUARTER, 'who'],
    [50, DAY, 'who'],
  ],
  ['right passwords', limits.rightPasswordLimits, [60, QUARTER, 'who and network']],
  ['challenges for passkeys', (_who, ip) => limits.passkeyLimits(ip), [300, QUARTER, 'network']],
  ['emails with a code for a new device', limits.deviceCodeEmailLimits, [3, HALF_HOUR, 'who']],
  [
    'such codes entered',
    limits.deviceCodeLimits,
    [10, QUARTER, 'who and network'],
    [100, QUARTER, 'network'],
  ],
  ['codes of an app entered before the password', limits.deviceAppLimits, [50, DAY, 'who']],
  ['changes of second factors', limits.factorChangeLimits, [20, HOUR, 'who']],
  [
    'emails about new devices of one name',
    (who, ip) => limits.newDeviceNoticeLimits(who, 'Chrome · Windows', ip),
    [3, DAY, 'who and network'],
    [10, DAY, 'who'],
    [30, DAY, 'who'],
  ],
  // The tenth wrong password in an hour, and the fifth wrong code, exceed these.
  ['wrong passwords before an email about them', limits.failedSeriesLimits, [9, HOUR, 'who']],
  ['emails about wrong passwords', limits.failedSeriesNoticeLimits, [1, DAY, 'who']],
  ['wrong codes before an email about them', limits.failedCodesLimits, [4, DAY, 'who']],
  ['emails about wrong codes', (who) => limits.failedCodesNoticeLimits(who, 'wrong'), [1, DAY, 'who']],
  ['emails about their end', (who) => limits.failedCodesNoticeLimits(who, 'blocked'), [1, DAY, 'who']],
  ...(['user', 'password', 'anyone'] as const).map((cause): [string, Limited, [number, number, Per]] => [
    `emails to an address that was never confirmed, caused by ${cause}`,
    (who) => limits.unconfirmedEmailLimits(who, cause),
    [10, DAY, 'who'],
  ]),
]

describe('the limits of docs/security.md', () => {
  it.each(STATED)('AUTH-02 · %s', (_what, limited, ...stated) => {
    const own = limited('ana@example.bg', '203.0.113.7')
    expect(own.map(({ limit, windowMs }) => [limit, windowMs])).toEqual(
      stated.map(([limit, windowMs]) => [limit, windowMs]),
    )
    const elsewhere = limited('ana@example.bg', '203.0.113.8')
    const another = limited('eva@example.bg', '203.0.113.7')
    for (const [index, [, , per]] of stated.entries()) {
      const isOwn = (of: Limit[]) => of[index]?.key === own[index]?.key
      expect([isOwn(elsewhere), isOwn(another)]).toEqual([per === 'who', per === 'network'])
    }
  })

  it('AUTH-02 · are counted apart from each other', () => {
    const keys = STATED.flatMap(([, limited]) => limited('ana@example.bg', '203.0.113.7')).map(
      ({ key }) => key,
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('AUTH-10 · store no email address, and no id of an account', () => {
    const ofSecrets: unknown[] = [
      limits.knownDeviceLimits,
      limits.passwordConfirmLimits,
      limits.factorConfirmLimits,
    ]
    for (const [, limited] of STATED)
      if (!ofSecrets.includes(limited))
        for (const { key } of limited('ana@example.bg', '203.0.113.7')) expect(key).not.toContain('ana')
  })

  it('AUTH-10 · leave emails about devices of other names', () => {
    const keysOf = (name: string) =>
      limits.newDeviceNoticeLimits('ana', name, '203.0.113.7').map(({ key }) => key)
    const [chrome, script] = [keysOf('Chrome · Windows'), keysOf('')]
    expect(chrome.map((key, index) => key === script[index])).toEqual([false, false, true])
  })
})
