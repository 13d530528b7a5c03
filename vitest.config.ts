import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONG } from './scripts/near-tests.ts'

/** Vitest starts large files first: long tests in small files would run last, alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    setupFiles: ['test/console.ts', 'test/properties.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default a second, which a busy machine takes for less.
    expect: { poll: { timeout: 40_000 } },
    // On two cores: a third of a test's time is waiting, and more files at once only make each other time out.
    maxWorkers: 3,
    // No module here keeps anything of one file for the next, and loading all of them for each takes a second.
    isolate: false,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'layers',
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/recorded/*.test.ts'],
          exclude: ['src/server/**', 'src/stripe-emulator/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/{server,stripe-emulator}/**/*.test.ts', 'test/server/**/*.test.ts'],
          globalSetup: ['test/system-tool.ts', 'test/postgres.ts'],
          // Much of their time is waiting for processes and databases.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'abuse',
          include: ['test/abuse/**/*.test.ts'],
          globalSetup: ['test/postgres.ts'],
          // Much of their time is waiting for processes and databases.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/system-tool.ts', 'test/e2e/shared-product.ts'],
          // On a machine that does much else.
          testTimeout: 300_000,
          // Pages wait more than they compute.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
