import { beforeEach, describe, expect, it } from 'vitest'
import { deleteDraft, saveDraft, loadDraft } from './contact-draft.ts'

beforeEach(() => sessionStorage.clear())

describe('a message that is kept while it is written', () => {
  it('INFO-02 · grows with what is typed, without the hidden field, until it is forgotten', () => {
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
  ])('INFO-02 · what is damaged is left out: %s', (text, whole) => {
    sessionStorage.setItem('levro.message', text)
    expect(loadDraft()).toEqual(whole)
  })
})
