// `npm run pack:cli`: packs the command line as the package `levro`, one bundled module without dependencies.
import { join } from 'node:path'
import { manual } from '#cli/help/manual.ts'
import { VERSION } from '#product/version.ts'
import { ROOT } from './installed.js'
import { packPackage } from './packages.ts'

/** The administrator's commands are the server's. */
const ADMIN = join(ROOT, 'src', 'cli', 'admin', 'run.ts')
const WITHOUT_ADMIN = `export * from ${JSON.stringify(join(ROOT, 'packages', 'levro', 'admin.ts'))}`

const today = new Date().toISOString().slice(0, 10)

const tarball = await packPackage('levro', {
  bundle: {
    ssr: 'src/cli/main.ts',
    target: 'node22',
    minify: true,
    rolldownOptions: {
      plugins: [{ name: 'without-admin', load: (id) => (id === ADMIN ? WITHOUT_ADMIN : null) }],
      output: { entryFileNames: 'levro.js', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
  generated: { 'levro.1': manual(VERSION, today) },
  copied: ['check-action', 'examples'],
})
process.stdout.write(`${tarball}\n`)
