/** Builds the app into `dist`. In development calls and the socket are proxied to the server of `npm run dev`. */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { wordsPlugin } from './words.ts'

const server = process.env.SERVER ?? `http://localhost:${process.env.PORT ?? 8080}`

/** Builds with the production files of the router, which the `exports` of its package do not name. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => {
    const files = new URL('dist/production/index.mjs', import.meta.resolve('react-router/package.json'))
    return { resolve: { alias: [{ find: /^react-router$/, replacement: fileURLToPath(files) }] } }
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), wordsPlugin(), productionRouter],
  resolve: { conditions: ['module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : name}-[hash].js`,
        codeSplitting: {
          groups: [
            // One file for the first screen, because thirty small files are slower on a slow network.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // One file for modules that many later screens share; then a file for each set of screens that share
            // modules. A module's imports are shared by at least the same screens, so no two files import each other
            // (0079). Merging small files by their size (`entriesAwareMergeThreshold`) would break this rule.
            { name: 'shared-by-many', minShareCount: 8, priority: 0.5 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/v1/api': server,
      '/v1/ws': { target: server, ws: true },
      '/marks': server,
    },
  },
})
