/** Starts the back office: what the operator's people work in, at an address of its own. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Office } from './Office.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('broken promise: the page has no root')
createRoot(root).render(
  <StrictMode>
    <Office />
  </StrictMode>,
)
