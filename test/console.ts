import { afterEach, beforeEach, expect } from 'vitest'

/** Fails a test that calls `console.error`. */
let complaints: unknown[][] = []
const original = console.error

beforeEach(() => {
  complaints = []
  console.error = (...args: unknown[]) => complaints.push(args)
})

afterEach(() => {
  console.error = original
  expect(complaints, 'console.error was called').toEqual([])
})
