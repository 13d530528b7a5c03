import type { Config } from '@react-router/dev/config'
import { PRERENDERED } from './src/web/i18n/paths.ts'

export default {
  appDirectory: 'src/web',
  // `scripts/built.js` puts it into place when it is whole.
  buildDirectory: 'build/next',
  ssr: false,
  prerender: PRERENDERED,
} satisfies Config
