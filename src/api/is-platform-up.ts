import { toApiUrl } from './api-host.ts'

const patienceMs = 5000

/** Returns whether the platform responds at all, to distinguish a broken connection from a missing file. */
export const isPlatformUp = (): Promise<boolean> =>
  fetch(toApiUrl('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
