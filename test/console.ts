import { afterEach, beforeEach, expect } from 'vitest'

/** A complaint on the console that no test expects is a failure of the test. */
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
