import type { Config } from '@react-router/dev/config'
import { PRERENDERED } from './src/web/i18n/paths.ts'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: false,
  prerender: PRERENDERED,
} satisfies Config
