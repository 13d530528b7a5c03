import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_MESSAGE } from '#api/error-messages.ts'
import { alertKind } from './alerts.tsx'

const messagesOf = (lang: 'bg' | 'en') =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../../../messages/${lang}.json`), 'utf8')) as Record<
    string,
    string
  >

const MESSAGES = { bg: messagesOf('bg'), en: messagesOf('en') }

describe('the title of an alert', () => {
  it.each([
    ['An error happened', 'error'],
    ['Failed to delete', 'error'],
    ['Oops, that was wrong', 'error'],
    ['Failed to convert.', 'error'],
    ['Request failed with the status 500', 'error'],
    ['Please enter a valid BGN amount', 'warning'],
    ['Please enter a valid number', 'warning'],
    ['Warning: the file is large', 'warning'],
    ['Предупреждение: файлът е голям', 'warning'],
    ['Внимание: файлът е голям', 'warning'],
    ['Not enough tokens for that many conversions', 'warning'],
    ['Enter a positive number', 'warning'],
    ['Saved successfully', 'success'],
    ['Success', 'success'],
    ['The weather is fine', 'notice'],
    ['Unsuccessful: the upload failed', 'error'],
  ])('LAY-04 · %s is a matter of: %s', (message, kind) => {
    expect(alertKind(message)).toBe(kind)
  })

  it.each([
    'single_invalid_bgn',
    'single_invalid_eur',
    'single_max',
    'row_price_positive',
    'manual_limit',
    'no_valid_rows',
    'answer_first',
    'convert_failed',
    'convert_offline',
    'count_no_tokens',
    'paste_too_long',
    'convert_unreachable',
    'delete_failed',
    'job_load_failed',
  ])('LAY-04 · %s has the same title in Bulgarian as in English', (key) => {
    const [bg, en] = [MESSAGES.bg[key] ?? '', MESSAGES.en[key] ?? '']
    expect(en).not.toBe('')
    expect(alertKind(bg), bg).toBe(alertKind(en))
  })

  it.each(Object.keys(ERROR_MESSAGE.en) as (keyof typeof ERROR_MESSAGE.en)[])(
    'LAY-04 · the refusal %s has the same title in Bulgarian as in English',
    (code) => {
      const figures = { cost: 5, balance: 3, seconds: 60 }
      const bg = ERROR_MESSAGE.bg[code](figures)
      expect(alertKind(bg), bg).toBe(alertKind(ERROR_MESSAGE.en[code](figures)))
    },
  )
})
