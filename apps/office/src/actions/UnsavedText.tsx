/**
 * Stands beside a form: while its text is not saved, leaving the page asks first. The browser itself asks before a
 * reload and before the tab is closed.
 */
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { asksBeforeLeaving } from './leaving.ts'

export function UnsavedText({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    asksBeforeLeaving({ unsaved, from: currentLocation, to: nextLocation }),
  )
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
  const isAsked = blocker.state === 'blocked'
  const stay = () => blocker.reset?.()
  return (
    <Dialog open={isAsked} onClose={stay} aria-labelledby="leave-title" aria-describedby="leave-text">
      <DialogTitle id="leave-title">Leave without saving?</DialogTitle>
      <DialogContent>
        <DialogContentText id="leave-text">
          What you typed on this page is not saved and will be lost.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button variant="contained" autoFocus onClick={stay}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  )
}
