import { type Format, type Patcher } from '../format.ts'

/** Tables of dBase III to V, FoxPro, Visual FoxPro and Clipper. */
export const dbf: Format = {
  binaryError: 'broken',
  detect: ({ container }) => (container === 'dbf' ? 'yes' : 'no'),
  read: async ({ bytes, limit, options }) => {
    const { readDbf } = await import('./read.ts')
    return readDbf(bytes, limit, options)
  },
}

export const dbfPatcher: Patcher = async (bytes, { encoding }, plan) => {
  const { patchDbf } = await import('./patch.ts')
  return patchDbf(bytes, encoding, plan)
}
