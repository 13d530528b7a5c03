import { afterEach, beforeEach, expect } from 'vitest'

/** Fails a test that calls `console.error`. */
let errors: unknown[][] = []
const original = console.error

beforeEach(() => {
  errors = []
  console.error = (...args: unknown[]) => errors.push(args)
})

afterEach(() => {
  console.error = original
  expect(errors, 'console.error was called').toEqual([])
})
