// `npm run pack:kernel`: packs `@levro/exact`, made of `packages/exact` and the arithmetic of `src/money`.
import { packPackage } from './packages.ts'

const entry = 'packages/exact/index.ts'
const tarball = await packPackage('exact', {
  hasTypes: true,
  bundle: {
    target: 'es2022',
    lib: { entry, formats: ['es'], fileName: 'index' },
    rolldownOptions: { output: { comments: { jsdoc: false } } },
  },
})
process.stdout.write(`${tarball}\n`)
