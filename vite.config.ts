import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/web/i18n/messages',
      // The page sets the language itself, from its path; the address strategy would ship a polyfill.
      strategy: ['globalVariable', 'baseLocale'],
      emitGitIgnore: false,
      emitReadme: false,
      emitPrettierIgnore: false,
    }), tailwindcss(), reactRouter()],
  build: {
    // A font or picture inlined as data: would need a wider content security policy.
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        // One chunk for what changes with dependencies alone, so that a new version of the product reloads little.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': 'http://localhost:3000' } },
})
