import type { TestProject } from 'vitest/node'
import { type ProductPlace, startProduct } from './product.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
  interface ProvidedContext {
    /** The product of all files that need no settings of their own. */
    sharedProduct: ProductPlace
  }
}

/** Vitest's global set-up: one product for the browser tests, as one site has many visitors. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct()
  project.provide('sharedProduct', product.place)
  return product.stop
}
