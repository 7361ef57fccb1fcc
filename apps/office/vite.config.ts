/**
 * Builds the office into `dist`, with the place of each page's nonce. In development calls are proxied to the office
 * port of the server of `npm run dev`.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.OFFICE ?? `http://localhost:${process.env.OFFICE_PORT ?? 8081}`

export default defineConfig({
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { conditions: ['module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { port: 5174, proxy: { '/office': server } },
})
