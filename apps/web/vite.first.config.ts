/** Builds the renderer of the first screen for the server: one file without dependencies, which the server loads. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { wordsPlugin } from './words.ts'

export default defineConfig({
  plugins: [react(), wordsPlugin([])],
  resolve: { conditions: ['module', 'browser', 'development|production'] },
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'src/firstPicture.tsx',
    outDir: 'first/dist',
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true, resolve: { conditions: ['module', 'node', 'development|production'] } },
})
