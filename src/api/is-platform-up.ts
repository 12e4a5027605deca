import { toApiUrl } from './api-host.ts'

const patienceMs = 5000

/** Whether the platform answers at all: it tells a line that is cut from a file that is gone. */
export const isPlatformUp = (): Promise<boolean> =>
  fetch(toApiUrl('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
