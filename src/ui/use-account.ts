import { useEffect } from 'react'
import type { UserInfo } from '#contract/users.ts'
import { isApiError } from '#src/api/api-error.ts'
import { currentUser, userUnknownMessage, userUnknownToastKey } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from './toast.ts'
import { useStore } from './use-store.ts'

export interface SessionAccount {
  signed_in: boolean
  /** null until loaded. */
  user: UserInfo | null
}

/** Returns the signed-in user's account. */
export function useAccount(): SessionAccount {
  const user = useStore(currentUser)
  const userId = useStore(session)?.userId
  useEffect(() => {
    if (userId && currentUser.get()?.id !== userId) {
      const load = (): unknown =>
        currentUser.load().catch((error: unknown) => {
          if (!session.token()) return // without a token the session is over, and the user has been told
          const description = isApiError(error) ? error.message : undefined
          toast.error(userUnknownMessage, {
            key: userUnknownToastKey,
            description,
            action: { label: '重试', run: () => void load() },
          })
        })
      load()
    }
  }, [userId])

  return { signed_in: userId !== undefined, user }
}
