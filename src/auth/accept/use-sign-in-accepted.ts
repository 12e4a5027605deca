import { useNavigate } from 'react-router-dom'
import { auth } from '#contract/auth.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'

/** Signs in to the account that was just accepted, and goes to the console. */
export function useSignInAccepted() {
  const navigate = useNavigate()
  return async (by: { phone: string; password: string }, message: string): Promise<void> => {
    const { data } = await callEndpoint(auth.login, { body: { account_type: 'sub', ...by } })
    session.signIn(data)
    await currentUser.load()
    toast.success(message)
    void navigate(paths.dataOverview, { replace: true })
  }
}
