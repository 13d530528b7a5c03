import { beforeEach, describe, expect, it } from 'vitest'
import { deleteDraft, saveDraft, loadDraft } from './contact-draft.ts'

beforeEach(() => sessionStorage.clear())

describe('the saved contact message', () => {
  it('INFO-02 · merges typed fields, without the honeypot, until it is deleted', () => {
    saveDraft({ name: 'Ива', website: 'https://example.bg' })
    saveDraft({ topic: 'bug', isAgreed: true })
    saveDraft({ name: 'Ива Петрова' })
    expect(loadDraft()).toEqual({ name: 'Ива Петрова', topic: 'bug', isAgreed: true })
    deleteDraft()
    expect(loadDraft()).toEqual({})
  })

  it.each([
    ['{', {}],
    ['null', {}],
    ['"text"', {}],
    ['[]', {}],
    ['{"name":7,"topic":"toString","message":"Здравейте","isAgreed":"yes"}', { message: 'Здравейте' }],
  ])('INFO-02 · damaged fields are left out: %s', (text, whole) => {
    sessionStorage.setItem('levro.message', text)
    expect(loadDraft()).toEqual(whole)
  })
})
