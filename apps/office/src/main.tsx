/** Starts the back office, the app of the operator's staff, on a port of its own. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Office } from './Office.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('invariant violated: the page has no root')
createRoot(root).render(
  <StrictMode>
    <Office />
  </StrictMode>,
)
