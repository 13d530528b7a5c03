import { expect, it } from 'vitest'
import { CheckSession } from '#engine/check/session.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from '#engine/check/types.ts'
import { LANGS } from '#i18n/language.ts'
import { sampleFile } from './sample.ts'

it.each(LANGS)(
  'CHECK-01 · five of the 48 pairs of the sample in %s are off, one of them by nine cents',
  async (lang) => {
    let shown: CheckSnapshot = EMPTY_CHECK_SNAPSHOT
    const session = new CheckSession((snapshot) => (shown = snapshot))
    await session.open(sampleFile(lang), 'either')
    const { summary, question } = shown.checked ?? expect.fail(shown.phase)
    expect([summary.checked, summary.off, summary.offByOne, summary.notChecked]).toEqual([48, 5, 4, 0])
    expect([summary.largest?.row, summary.largest?.difference.euro, question]).toEqual([46, '0.09', null])
  },
)
