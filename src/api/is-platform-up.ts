import { apiUrl } from './api-host.ts'

const patience_ms = 5000

/** Whether the platform answers at all: it tells a line that is cut from a file that is gone. */
export const isPlatformUp = (): Promise<boolean> =>
  fetch(apiUrl('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(patience_ms) }).then(
    ({ ok }) => ok,
    () => false,
  )
