/** Builds the app into `dist`. In development calls and the socket are proxied to the server of `npm run dev`. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { wordsPlugin } from './words.ts'

const server = process.env.SERVER ?? `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), tailwindcss(), wordsPlugin()],
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
            // One file for the first screen: thirty small ones wait for one another on a slow network.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What several later screens share, in few files.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
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
