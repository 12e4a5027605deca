import { useEffect } from 'react'
import type { UserInfo } from '#contract/users.ts'
import { isApiError } from '#src/api/api-error.ts'
import { current_user, user_unknown, user_unknown_toast } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'

export interface Account {
  signed_in: boolean
  /** null until it has been loaded. */
  user: UserInfo | null
}

/** Who is signed in. */
export function useAccount(): Account {
  const user = useStore(current_user)
  const user_id = useStore(session)?.userId
  useEffect(() => {
    if (user_id && current_user.get()?.id !== user_id) {
      const load = (): unknown =>
        current_user.load().catch((error: unknown) => {
          if (!session.token()) return // without one it is over, and told
          const description = isApiError(error) ? error.message : undefined
          toast.error(user_unknown, { key: user_unknown_toast, description, action: { label: '重试', run: () => void load() } })
        })
      load()
    }
  }, [user_id])

  return { signed_in: user_id !== undefined, user }
}
