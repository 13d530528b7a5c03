import { expect, it } from 'vitest'
import { isOwnScript } from './trusted-scripts.ts'

const ORIGIN = 'https://levro.bg'

it.each([
  '/sw.js',
  '/assets/bulk.worker-nmm4iB0A.js',
  '/embed/converter-0a1b2c3d4e5f.js',
  'https://levro.bg/assets/check.worker-l6_Jp-7mc.js',
])('API-03 · %s may be run by the pages', (url) => expect(isOwnScript(url, ORIGIN)).toBe(true))

it.each([
  'https://evil.example/assets/a.js',
  '//evil.example/sw.js',
  'http://levro.bg/sw.js',
  'https://levro.bg.evil.example/sw.js',
  'data:text/javascript,alert(1)',
  'blob:https://levro.bg/4f6c',
  'javascript:alert(1)',
  '/api/convert/jobs/a.js',
  '/assets/../api/a.js',
  '/embed/../api/a.js',
  '/assets/%2e%2e/api/a.js',
  '/assets/a.js/b',
  '/sw.json',
  'https://[',
  '',
])('API-03 · %s may not', (url) => expect(isOwnScript(url, ORIGIN)).toBe(false))
