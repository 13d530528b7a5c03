import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * The router forgets in the browser that a route is case-sensitive (its server half does not), and would start
 * `/Converter`, which is answered with the not-found page, as the converter. Fails the build when the place has moved.
 */
const caseSensitiveRoutes = (): Plugin => ({
  name: 'case-sensitive-routes',
  enforce: 'pre',
  transform(code, id) {
    if (!/react-router[\\/]dist[\\/][a-z]+[\\/]lib[\\/]dom[\\/]ssr[\\/]routes\.js/.test(id)) return undefined
    const place = 'let dataRoute = {\n\t\t\tid: route.id,'
    if (!code.includes(place))
      this.error('The place in react-router that forgets caseSensitive was not found.')
    return code.replace(place, `${place}\n\t\t\tcaseSensitive: route.caseSensitive,`)
  },
})

/** What jsPDF would load to draw HTML and SVG. Nobody asks it to: these stay out of the build, and unloaded. */
const UNUSED_BY_JSPDF = ['html2canvas', 'dompurify', 'canvg']

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/web/i18n/messages',
      // The page sets the language itself, from its path; the address strategy would ship a polyfill.
      strategy: ['globalVariable', 'baseLocale'],
      emitGitIgnore: false,
      emitReadme: false,
      emitPrettierIgnore: false,
    }),
    tailwindcss(),
    caseSensitiveRoutes(),
    reactRouter(),
  ],
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
  worker: { format: 'es', rollupOptions: { external: UNUSED_BY_JSPDF } },
  server: { port: 5173, proxy: { '/api': 'http://localhost:3000' } },
})
