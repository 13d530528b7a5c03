import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TERMS_VERSION } from '#product/limits.ts'
import { loadDeviceOwner, randomId, setDeviceOwner } from './identity.ts'
import {
  deleteProtocolInput,
  hasAcceptedTerms,
  loadProtocolInput,
  saveAcceptedTerms,
  saveProtocolInput,
} from './preferences.ts'
import { loadResume, saveResume, takeResume } from './resume.ts'

/** A browser's storage, which Node has for the session alone. */
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('localStorage', sessionStorage)
})
afterEach(() => vi.unstubAllGlobals())

/** A browser that refuses to store. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
}

describe('the input of the last protocol', () => {
  it('PROOF-03 · is kept until it is deleted', () => {
    expect(loadProtocolInput()).toEqual({ purpose: '', preparedBy: '' })
    saveProtocolInput({ purpose: 'Опис', preparedBy: 'Ива' })
    expect(loadProtocolInput()).toEqual({ purpose: 'Опис', preparedBy: 'Ива' })
    deleteProtocolInput()
    expect(loadProtocolInput()).toEqual({ purpose: '', preparedBy: '' })
  })

  it.each([
    ['{', { purpose: '', preparedBy: '' }],
    ['null', { purpose: '', preparedBy: '' }],
    ['{"purpose":7,"preparedBy":"Ива"}', { purpose: '', preparedBy: 'Ива' }],
    [
      JSON.stringify({ purpose: 'а'.repeat(300), preparedBy: 'б'.repeat(300) }),
      { purpose: 'а'.repeat(200), preparedBy: 'б'.repeat(100) },
    ],
  ])('PROOF-03 · is left out where it is damaged, and cut where it is too long: %s', (text, input) => {
    saveProtocolInput({ purpose: '', preparedBy: '' })
    const [key = ''] = Object.keys(sessionStorage)
    sessionStorage.setItem(key, text)
    expect(loadProtocolInput()).toEqual(input)
  })
})

describe('what a page goes on with', () => {
  it.each(['bulk', 'convert', 'check'] as const)('AUTH-01 · is taken once: %s', (resume) => {
    saveResume(resume)
    expect(loadResume()).toBe(resume)
    expect(takeResume('bulk', 'convert', 'check')).toBe(resume)
    expect(loadResume()).toBeUndefined()
    expect(takeResume(resume)).toBeUndefined()
  })

  it('AUTH-01 · ends with a page that goes on with something else', () => {
    saveResume('check')
    expect(takeResume('bulk', 'convert')).toBeUndefined()
    expect(loadResume()).toBeUndefined()
  })

  it('AUTH-01 · is nothing that is not known', () => {
    saveResume('other' as 'bulk')
    expect(loadResume()).toBeUndefined()
  })
})

it('CONV-01 · the terms are accepted in their current version', () => {
  expect(hasAcceptedTerms()).toBe(false)
  saveAcceptedTerms()
  expect(hasAcceptedTerms()).toBe(true)
  const [key = ''] = Object.keys(sessionStorage)
  expect(sessionStorage.getItem(key)).toBe(TERMS_VERSION)
  sessionStorage.setItem(key, '0.9.0')
  expect(hasAcceptedTerms()).toBe(false)
})

it('AUTH-04 · the device knows whose rows it has until that is forgotten', () => {
  expect(loadDeviceOwner()).toBeUndefined()
  setDeviceOwner('a@example.bg')
  expect(loadDeviceOwner()).toBe('a@example.bg')
  setDeviceOwner('')
  expect(loadDeviceOwner()).toBe('')
  setDeviceOwner(undefined)
  expect(loadDeviceOwner()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

it('BULK-12 · without storage nothing is kept, and nothing fails', () => {
  refuseStorage()
  saveProtocolInput({ purpose: 'Опис', preparedBy: '' })
  deleteProtocolInput()
  saveResume('bulk')
  saveAcceptedTerms()
  setDeviceOwner('a@example.bg')
  setDeviceOwner(undefined)
  expect(loadProtocolInput()).toEqual({ purpose: '', preparedBy: '' })
  expect([loadResume(), takeResume('bulk'), loadDeviceOwner()]).toEqual([undefined, undefined, undefined])
  expect(hasAcceptedTerms()).toBe(false)
})

it('CONV-11 · an id has 128 random bits as 32 hexadecimal digits', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7, 0, 8).fill(255, 8) })
  expect(randomId()).toBe('0707070707070707ffffffffffffffff')
  vi.unstubAllGlobals()
  expect(randomId()).not.toBe(randomId())
})
