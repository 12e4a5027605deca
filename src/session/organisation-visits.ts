import type { DirectoryVisit } from '#contract/directories.ts'

const key = 'organisation-visits'
const provedChannel = 'organisation-step-up'

interface KeptVisit {
  browser: string
  purpose: 'sign_in' | 'step_up'
  /** Page to go on to after signing in. */
  url: string | null
  expires_at: string
}

function readVisits(): Record<string, KeptVisit> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, KeptVisit>) : {}
  } catch {
    return {}
  }
}

const isRunning = ({ expires_at: expiresAt }: KeptVisit): boolean => Date.parse(expiresAt) > Date.now()

function writeVisits(visits: Record<string, KeptVisit>): void {
  const running = Object.entries(visits).filter(([, visit]) => isRunning(visit))
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(running)))
}

/** Ways of this browser to the sign-in page of an organisation. In local storage, because phones come back in another tab. */
export const organisationVisits = {
  /** Keeps what the way back needs, and returns the address to go to. */
  begin: ({ url, browser, expires_at: expiresAt }: DirectoryVisit, visit: Pick<KeptVisit, 'purpose' | 'url'>): string => {
    const state = findState(url)
    if (state) writeVisits({ ...readVisits(), [state]: { browser, expires_at: expiresAt, ...visit } })
    return url
  },
  /** Returns a way and forgets it: it can be finished once. */
  take: (state: string): KeptVisit | undefined => {
    const { [state]: visit, ...others } = readVisits()
    writeVisits(others)
    return visit && isRunning(visit) ? visit : undefined
  },
  /** Tells the page that has asked for a proof, which is in another window. */
  announceProof: (): void => {
    const channel = new BroadcastChannel(provedChannel)
    channel.postMessage('proved')
    channel.close()
  },
  onProof: (listener: () => void): (() => void) => {
    const channel = new BroadcastChannel(provedChannel)
    channel.addEventListener('message', listener)
    return () => channel.close()
  },
}

/** The `state` of an address: CAS has it within the address of our own page. */
function findState(url: string): string | null {
  const { searchParams } = new URL(url)
  const service = searchParams.get('service')
  return searchParams.get('state') ?? (service && new URL(service).searchParams.get('state'))
}
