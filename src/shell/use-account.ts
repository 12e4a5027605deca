import { useEffect } from 'react'
import type { UserInfo } from '#contract/users.ts'
import { toast } from '#src/kit/toast.ts'
import { useStore } from '#src/kit/use-store.ts'
import { current_user } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'

/** Who is signed in; `user` is null until it has been loaded. */
export function useAccount(): { signed_in: boolean; user: UserInfo | null } {
  const user = useStore(current_user)
  const user_id = useStore(session)?.userId
  useEffect(() => {
    if (user_id && current_user.get()?.id !== user_id) {
      current_user.load().catch(() => session.token() && toast.error('获取用户信息失败')) // spec §8
    }
  }, [user_id])

  return { signed_in: user_id !== undefined, user }
}
