/** Builds the app into `dist`. In development calls and the socket are proxied to the server of `npm run dev`. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.SERVER ?? `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
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
