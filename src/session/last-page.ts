import { paths } from '#src/paths.ts'

const key = 'left-page'
/** Whoever fails to sign in there has not been anywhere since. */
const entrances: readonly string[] = [paths.home(), paths.phone_login(), paths.phone_register()]

interface Left {
  user_id: string
  to: string
}

/** Where somebody was in this tab when the session ended under him: for the next sign-in here, once, and for nobody else. */
export const left_page = {
  keep: (user_id: string): void => {
    const { pathname, search } = window.location
    if (entrances.includes(pathname)) return
    sessionStorage.setItem(key, JSON.stringify({ user_id, to: pathname + search } satisfies Left))
  },
  forget: (): void => sessionStorage.removeItem(key),
  take: (user_id: string | undefined): string | null => {
    const kept = sessionStorage.getItem(key)
    left_page.forget()
    try {
      const left = JSON.parse(kept ?? 'null') as Left | null
      return left && left.user_id === user_id ? left.to : null
    } catch {
      return null
    }
  },
}
