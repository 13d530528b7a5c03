import { describe, expect, it } from 'vitest'
import { safeNext } from './paths.ts'

const ORIGIN = 'https://levro.example'
const after = (next: string | null, pathname: string) => safeNext(next, { origin: ORIGIN, pathname })

describe('where a sign-in leads', () => {
  it.each([
    ['/converter', '/login', '/converter'],
    ['/account', '/en/login', '/en/account'],
    ['/en/converter?mode=bulk#rows', '/login', '/converter?mode=bulk#rows'],
    ['/bg/account', '/login', '/account'],
    ['/en', '/login', '/'],
  ])('ROUTE-06 · %s from %s is %s: a page keeps the language of the reader', (next, from, there) => {
    expect(after(next, from)).toBe(there)
  })

  it.each([
    null,
    '',
    'account',
    '//evil.example',
    '//[',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/en/..//evil.example',
  ])('ROUTE-07 · %s leads home', (next) => {
    expect(after(next, '/login')).toBe('/')
    expect(after(next, '/en/login')).toBe('/en')
  })

  it('ROUTE-07 · what is no page is followed as it is: the not-found page answers', () => {
    expect(after('/en/nothing?x=1', '/login')).toBe('/en/nothing?x=1')
  })
})
