import { paraglideVitePlugin } from '@inlang/paraglide-js'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages } from './scripts/bundled-packages.ts'
import { endpointList } from './scripts/endpoint-list.ts'

const FIRST_CHUNKS = [
  'vendor',
  'shared',
  'preferences',
  'formats',
  'session-client',
  'bulk-client',
  'connection-status',
  'pending-file',
  'radio-group',
  'home',
  'converter',
  'check',
  'pricing',
  'developers',
  'frame',
]

/** What jsPDF would load to draw HTML and SVG. Nobody asks it to: these stay out of the build, and unloaded. */
const UNUSED_BY_JSPDF = ['html2canvas', 'dompurify', 'canvg']

/**
 * Chunks that pages load before they answer: about 3 % smaller than the built-in minifier makes them. After it, as it
 * would undo some of this.
 */
const smallerFirstChunks = (): Plugin => ({
  name: 'smaller-first-chunks',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !(chunk.isEntry || FIRST_CHUNKS.includes(chunk.name))) continue
      const { code } = await minify(chunk.code, {
        module: true,
        ecma: 2022,
        compress: { passes: 3, pure_getters: true, unsafe_arrows: true },
      })
      chunk.code = code ?? chunk.code
    }
  },
})

export default defineConfig({
  root: 'src/web',
  publicDir: resolve(import.meta.dirname, 'public'),
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/i18n/messages',
      // The page sets the language itself, from its path; the address strategy would ship a polyfill.
      strategy: ['globalVariable', 'baseLocale'],
      emitGitIgnore: false,
      emitReadme: false,
      emitPrettierIgnore: false,
    }),
    endpointList(),
    tailwindcss(),
    react(),
    smallerFirstChunks(),
    bundledPackages(),
  ],
  build: {
    // A font or picture inlined as data: would need a wider content security policy.
    assetsInlineLimit: 0,
    // Where browsers cannot load modules ahead they load them when it is their turn.
    // What is left out was loaded with the page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter(
          (path) => !/\/(?:vendor|shared|rolldown-runtime|index|pending-file|radio-group)-/.test(path),
        ),
    },
    rollupOptions: {
      // Marks for a server of components, which there is none of here.
      onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
      output: {
        // One chunk for what changes with dependencies alone, so that a new version of the product reloads little.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
            // Small modules that pages share: together they compress better.
            {
              name: 'shared',
              test: /src[\\/](money[\\/]convert|product[\\/]limits|engine[\\/](many[\\/]mark|storage[\\/]resume)|i18n[\\/]messages[\\/]runtime|web[\\/]ui[\\/](money|focus))\./,
            },
            // Pages read it without the bulk session.
            { name: 'preferences', test: /src[\\/]engine[\\/]storage[\\/]preferences\./ },
            { name: 'formats', test: /src[\\/]formats[\\/]format\./ },
            { name: 'session-client', test: /src[\\/]engine[\\/]rpc[\\/]\w+-client\./ },
            { name: 'bulk-client', test: /src[\\/]engine[\\/]bulk[\\/]client\./ },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [bundledPackages()],
    rollupOptions: {
      external: UNUSED_BY_JSPDF,
      output: {
        // Small modules that workers share: each chunk less is a request less before the first row or file.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              minShareCount: 2,
              test: /src[\\/](money|table|product|i18n[\\/](?!messages)|formats[\\/](bytes|csv[\\/]write|xlsx[\\/]write[\\/]escape))/,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:3000' } },
})
