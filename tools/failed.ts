/** Says with every failure what the open test servers have logged as errors. An answer names only `internal_error`. */
import { loggedErrors } from '@veritick/testing/logged-errors'
import { afterEach } from 'vitest'

afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  const errors = loggedErrors()
  if (errors.length > 0) process.stderr.write(`\n"${task.name}" failed. Errors in the log:\n${errors.join('')}\n`)
})
